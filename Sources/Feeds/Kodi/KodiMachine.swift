import JSON
import NowPlaying

/// The conversation with Kodi about one of its players.
///
/// Notifications tell hardly more than that something happened, so Kodi is asked for the state. The
/// first question is if the player is in use, since an unused player refuses to answer. For some
/// tenths of a second after an event, Kodi's answers have the time, the length and the speed of the
/// state before (measured with Kodi 20.1). After the start of a track that lasts until it is heard
/// or seen. Until the position is measured, a track is taken to be at its beginning, or after a
/// seek at the position of the notification, and to move at the notified speed. Kodi is asked again
/// 0.3 s and 1 s after each event, and then until its position moves.
struct KodiMachine: FeedMachine {
    /// The player's number.
    private let player: Int
    private let itemQuestion: String
    private let progressQuestion: String
    private var item: KodiItem?
    private var duration: Interval?
    private var speed = 1.0
    /// The known position that is not reported yet.
    private var claim: ReportedTrack.Position?
    private var hasReported = false
    /// A track has begun, and the question for its names is not answered yet.
    private var awaitsItem = false

    /// The numbers of rounds of questions: those begun, those answered, and those begun before the
    /// track that is about to be reported.
    private var asked = 0
    private var answered = 0
    private var askedBefore = 0
    private var lastAsked = Instant(milliseconds: 0)

    /// The time of the last event whose notification knows more than the next answer. `tunedAt` is
    /// the time at which the player was last tuned in to something.
    private var unsettledSince: Instant?
    /// The last position that was measured since then.
    private var look: (position: Interval, time: Instant)?
    private var tunedAt = Instant(milliseconds: 0)
    /// The time at which a track was first heard or seen, and the deadline of waiting for that.
    private var startedAt: Instant?
    private var startsBy: Instant?
    /// The times of the next question, of the last one after an event, and of the next keep-alive.
    private var asksAt: Instant?
    private var settlesAt = Instant(milliseconds: 0)
    private var keepsAliveAt = Instant(milliseconds: 0)
    /// The time at which an empty player is believed: Kodi reports one between two tracks, too.
    private var emptyAt: Instant?

    /// After an event, Kodi's answers are the old ones for less than the first of these, and
    /// certain from the second on.
    private static let firstLook = Interval.milliseconds(300)
    private static let secondLook = Interval.seconds(1)
    /// The share of that which questions and answers take.
    private static let travel = Interval.milliseconds(50)
    /// Kodi does not notify a new title of a stream, so it is asked this often.
    private static let streamPeriod = Interval.seconds(5)
    private static let keepAlivePeriod = Interval.seconds(30)
    private static let answerTimeout = Interval.seconds(10)
    private static let emptyAfter = Interval.seconds(1)
    /// A video's position moves in steps of 0.2 s.
    private static let steadiness = Interval.milliseconds(250)
    /// The largest difference between the length in an item's tags and that of the sound.
    private static let lengthTolerance = Interval.milliseconds(1_500)

    /// A conversation about the player with this number.
    init(player: Int) {
        self.player = player
        itemQuestion = #"{"playerid":\#(player),"properties":\#(KodiItem.properties)}"#
        progressQuestion = #"{"playerid":\#(player),"properties":\#(KodiProgress.properties)}"#
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        self = KodiMachine(player: player)
        tunedAt = now.monotonic
        keepsAliveAt = now.monotonic + Self.keepAlivePeriod
        events.append(.expectHeartbeat(every: Self.keepAlivePeriod + Self.answerTimeout))
        ask(at: now, into: &events)
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        do {
            try parser.parse(message.bytes) { root in
                switch message.event {
                case "Player.GetActivePlayers": active(root, at: now, into: &events)
                case "Player.GetItem": told(root["item"], at: now)
                case "Player.GetProperties":
                    measured(KodiProgress(root), at: now, into: &events)
                case let event?: happened(event, root["data"], at: now, into: &events)
                case nil: break
                }
            }
        } catch {
            events.append(.rejected(.notJSON(error)))
        }
    }
}

// MARK: Events

extension KodiMachine {
    private static let events: Set = [
        "Player.OnPlay", "Player.OnAVStart", "Player.OnAVChange", "Player.OnPause",
        "Player.OnResume", "Player.OnSeek", "Player.OnSpeedChanged", "Player.OnStop",
        "Player.OnPropertyChanged",
    ]

    private mutating func happened(
        _ event: String, _ data: JSONValue?, at now: Moment, into events: inout [FeedEvent]
    ) {
        guard Self.events.contains(event) else { return }
        let told = data?["player"]
        if told?["playerid"]?.lenientInt ?? player == player {
            learn(from: told, of: event, at: now, into: &events)
        }
        // An earlier event must not bring the question forward: its answer comes too early for this
        // event.
        asksAt = now.monotonic + Self.firstLook
        settlesAt = now.monotonic + Self.secondLook
        ask(at: now, into: &events)
    }

    /// Learns the facts that an event itself brings.
    private mutating func learn(
        from told: JSONValue?, of event: String, at now: Moment,
        into events: inout [FeedEvent]
    ) {
        let speed = told?["speed"]?.lenientDouble
        let position = told?["time"].flatMap { Interval(parts: $0) }
        switch event {
        case "Player.OnPlay":
            // Answers to earlier questions are about the track before.
            askedBefore = asked
            awaitsItem = true
            claim = .assumed(.zero)
            tunedAt = now.monotonic
            // If a track follows by itself, Kodi first notifies that it has started.
            let hasStarted = startedAt.map { now.monotonic - $0 < Self.firstLook } ?? false
            startsBy = hasStarted ? nil : now.monotonic + Self.answerTimeout
        case "Player.OnAVStart":
            tunedAt = now.monotonic
            startedAt = now.monotonic
            startsBy = nil
        case "Player.OnSeek": claim = position.map { .assumed($0) }
        case "Player.OnAVChange": break
        default:
            guard speed != nil else { return }
        }
        unsettledSince = now.monotonic
        look = nil
        let isOther = claim != nil || speed != nil && speed != self.speed
        self.speed = speed ?? self.speed
        if isOther, item != nil, !awaitsItem { report(into: &events) }
    }
}

// MARK: Questions

extension KodiMachine {
    var deadline: Instant? {
        earliest(earliest(asksAt, emptyAt), keepsAliveAt)
    }

    mutating func woke(at now: Moment, into events: inout [FeedEvent]) {
        if let emptyAt, now.monotonic >= emptyAt { stop(into: &events) }
        let isDue = asksAt.map { now.monotonic >= $0 } ?? false
        guard isDue || now.monotonic >= keepsAliveAt else { return }
        asksAt = settlesAt > now.monotonic ? settlesAt : nil
        ask(at: now, into: &events)
    }

    /// Schedules the next question for this time at the latest.
    private mutating func ask(by time: Instant) {
        asksAt = min(asksAt ?? time, time)
    }

    private mutating func ask(at now: Moment, into events: inout [FeedEvent]) {
        // Levels the counts: an error in place of an answer must not make them differ for ever.
        if now.monotonic - lastAsked > Self.answerTimeout { answered = asked }
        lastAsked = now.monotonic
        keepsAliveAt = now.monotonic + Self.keepAlivePeriod
        asked += 1
        send("Player.GetActivePlayers", "", into: &events)
    }

    private func send(
        _ method: String, _ parameters: String, into events: inout [FeedEvent]
    ) {
        events.append(.send(OutboundMessage(event: method, text: parameters)))
    }
}

// MARK: Answers

extension KodiMachine {
    /// True if an active player is this one. While Kodi opens a video, the video's player is listed
    /// with the type of the player that still plays.
    private func isOurs(_ other: JSONValue) -> Bool {
        let types = ["audio", "video", "picture"]
        guard other["playerid"]?.lenientInt == player else { return false }
        guard let type = other["type"]?.word, types.indices.contains(player) else { return true }
        return type == types[player] || !types.contains(type)
    }

    private mutating func active(
        _ players: JSONValue, at now: Moment, into events: inout [FeedEvent]
    ) {
        guard players.isArray else {
            return events.append(.rejected(.unexpectedShape("not a list of players")))
        }
        events.append(.accepted)
        guard players.elements.contains(where: isOurs) else {
            answered += 1
            guard item != nil, hasReported else { return stop(into: &events) }
            return emptyAt = emptyAt ?? now.monotonic + Self.emptyAfter
        }
        emptyAt = nil
        send("Player.GetItem", itemQuestion, into: &events)
        send("Player.GetProperties", progressQuestion, into: &events)
    }

    /// True if the answered round was begun before the track that has begun.
    private var isOutdated: Bool { answered < askedBefore }

    private mutating func told(_ answer: JSONValue?, at now: Moment) {
        guard !isOutdated, let answer, answer.isObject else { return }
        var new = KodiItem(answer)
        let isSame = new.isCalled(like: item)
        new.isJoined =
            isSame
            ? item?.isJoined ?? false : now.monotonic - tunedAt < Self.secondLook + Self.secondLook
        if !isSame || new.duration != item?.duration { duration = new.duration }
        item = new
        awaitsItem = false
    }

    private mutating func measured(
        _ progress: KodiProgress, at now: Moment, into events: inout [FeedEvent]
    ) {
        let isOutdated = isOutdated
        answered += 1
        guard !isOutdated, emptyAt == nil, let item else { return }
        let age = unsettledSince.map { now.monotonic - $0 } ?? Self.secondLook
        if let startsBy, now.monotonic < startsBy {
            // Kodi before version 18 never says that a track has started.
            ask(by: startsBy)
        } else if age >= Self.firstLook - Self.travel {
            speed = progress.speed ?? speed
            let isCertain = age >= Self.secondLook - Self.travel
            apply(progress, of: item, isCertain: isCertain, at: now)
        }
        if isStream { ask(by: now.monotonic + Self.streamPeriod) }
        // Kodi skips through sound when it plays faster, and is faster than it says.
        if ![0, 1].contains(speed) { ask(by: now.monotonic + Self.secondLook) }
        report(into: &events)
    }

    /// Applies a position and a length, if they are of the current track.
    private mutating func apply(
        _ progress: KodiProgress, of item: KodiItem, isCertain: Bool, at now: Moment
    ) {
        guard let length = progress.duration else {
            // A track with a length that Kodi does not know yet is being opened.
            if item.duration != nil { ask(by: now.monotonic + Self.secondLook) }
            return
        }
        let isOfAnother = item.duration.map { ($0 - length).magnitude > Self.lengthTolerance }
        guard isCertain || isOfAnother != true, let position = progress.position else { return }
        duration = length
        let isSteady = speed != 1 || moves(to: position, at: now.monotonic)
        look = (position, now.monotonic)
        claim = isCertain && isSteady ? .elapsed(position) : .assumed(position)
        if !isSteady { ask(by: now.monotonic + pause(at: now.monotonic)) }
    }

    /// True if the position moves with time. While Kodi fills its buffers, the position stands,
    /// goes back, or creeps.
    private func moves(to position: Interval, at now: Instant) -> Bool {
        guard let look else { return unsettledSince == nil && position > .zero }
        return (position - look.position - (now - look.time)).magnitude <= Self.steadiness
    }

    /// The wait before the next look at a position that does not move: it may be stuck.
    private func pause(at now: Instant) -> Interval {
        let isFilling = unsettledSince.map { now - $0 < Self.answerTimeout } ?? false
        return isFilling ? Self.firstLook : Self.secondLook
    }

    /// True if there is no length: the position of a stream is the time since it was switched on.
    private var isStream: Bool { duration == nil }

    private mutating func stop(into events: inout [FeedEvent]) {
        emptyAt = nil
        asksAt = nil
        item = nil
        duration = nil
        claim = nil
        var report = Report()
        report.isPlayer = true
        report.state = .stopped
        hasReported = true
        events.append(.report(station: 0, Box(report)))
    }

    private mutating func report(into events: inout [FeedEvent]) {
        var report = Report()
        report.isPlayer = true
        report.state = speed == 0 ? .paused : .playing
        report.rate = speed
        report.track = item?.track
        report.track?.duration = duration
        if let claim, !isStream { report.track?.positions = [claim] }
        report.track?.isJoined = isStream && item?.isJoined == true
        claim = nil
        hasReported = true
        events.append(.report(station: 0, Box(report)))
    }
}
