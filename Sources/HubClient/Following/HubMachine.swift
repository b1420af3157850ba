public import NowPlaying

/// Follows a hub: events and the time in, actions out.
///
/// It subscribes and passes records on. After the end of a connection it connects again and tells
/// the hub the position up to which it holds everything. It has no clock, no thread and no socket:
/// its runner connects, sends and waits, and reports what happened.
public struct HubMachine: Sendable {
    /// The settings of a machine.
    public struct Settings: Sendable {
        /// The subscriptions with which it begins, all on one connection.
        public var subscriptions: [HubSubscription]
        /// The parts of records to be read. Changes of documents are always read.
        public var reading = HubMessage.Reading.documents
        /// The time after which a hub that has not answered counts as stuck.
        public var answerTime = HubMachine.answerTime
        /// The shortest and the longest wait before it connects again. A hub that restarts is
        /// missed no longer than one notices, and asking a Unix socket costs next to nothing.
        public var retry = Interval.milliseconds(250)...Interval.seconds(5)
        /// The time after which a hub that says nothing is asked for its clock, as it is with each
        /// connection; `nil` for never. A connection that is dead says nothing, either.
        public var checkTime: Interval?
        /// True if a subscription that the hub refuses for good ends all; else it ends alone.
        public var endsWhenRefused = true

        /// Settings for these subscriptions.
        public init(_ subscriptions: [HubSubscription]) {
            self.subscriptions = subscriptions
        }
    }

    /// Something that happened.
    public enum Event: Sendable {
        /// It is to begin.
        case started
        /// The connection that was asked for stands.
        case connected
        /// The hub sent a message.
        case received(HubMessage)
        /// The connection ended, or could not be made.
        case disconnected(HubClientError)
        /// The hub is to do this; the caller knows the answer by its own number.
        case called(HubCall, as: Int)
        /// This subscription is wanted, too, by a number that no other one has.
        case followed(HubSubscription, as: Int)
        /// The subscription of this number is no longer wanted.
        case unfollowed(Int)
        /// The deadline may have passed.
        case woke
        /// It is to end.
        case stopped
    }

    /// Something to be done.
    public enum Action: Equatable, Sendable {
        /// Connect to the hub.
        case connect
        /// Send this line.
        case send([UInt8])
        /// End the connection. Nothing that happens on it afterwards is to be reported.
        case disconnect
        /// Take this.
        case tell(News)
        /// All is done; with an error, where there was one.
        case end(HubClientError?)
    }

    /// A message to the program that it works for. Subscriptions are named by their places in
    /// `Settings.subscriptions`, or by the numbers with which they were added.
    public enum News: Equatable, Sendable {
        /// The hub's clock showed this time at that instant.
        case told(time: Timestamp, at: Instant)
        /// The hub has subscribed it. Unless `recovered`, everything follows, and records held of
        /// this subscription are void.
        case subscribed(Int, recovered: Bool)
        /// A record came.
        case updated(Int, HubRecord)
        /// All records that were present at subscribing have come; `all` if of every subscription.
        case synced(Int, all: Bool)
        /// The hub refused this subscription for good; the others go on.
        case refused(Int, HubRefusal)
        /// Something happened in a session beside its documents.
        case happened(HubEvent)
        /// The outcome of a call, by the caller's number.
        case answered(Int, Result<JSONTree, HubClientError>)
        /// The connection has ended; it is made again until that works.
        case interrupted(HubClientError)
    }

    private enum State {
        /// Not begun.
        case idle
        /// The hub must answer by then.
        case asking(until: Instant)
        /// Subscribed.
        case following
        /// The next attempt is then, after this error.
        case pausing(until: Instant, HubClientError)
        /// Over.
        case ended
    }

    /// The usual time within which a hub answers.
    public static let answerTime = Interval.seconds(10)

    private let settings: Settings
    private let path: String
    private var state = State.idle
    /// The subscriptions by their numbers, the oldest first.
    private var cursors: [SubscriptionCursor]
    private var calls = CallTable()
    private var attempt = 0
    /// The reason for which the hub is about to end the connection.
    private var closeReason: HubRefusal?
    private var generator: any RandomNumberGenerator & Sendable
    private var isConnected = false
    /// The time of the last message.
    private var heardAt = Instant(milliseconds: 0)

    /// A machine that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - path: The hub's address, for messages.
    ///   - generator: The source of random numbers for the waits between attempts.
    public init(
        _ settings: Settings, path: String,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.settings = settings
        self.path = path
        self.generator = generator
        cursors = settings.subscriptions.enumerated().map(SubscriptionCursor.init)
    }

    /// The deadline at which it needs `Event.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        switch state {
        case .asking(let deadline), .pausing(let deadline, _):
            min(deadline, calls.nextDeadline ?? deadline)
        case .following: [calls.nextDeadline, nextCheck].compactMap(\.self).min()
        case .idle, .ended: nil
        }
    }

    /// The time at which the hub is asked for its clock, unless it says something before.
    private var nextCheck: Instant? {
        calls.isChecking ? nil : settings.checkTime.map { heardAt + $0 }
    }

    /// The parts of the next message to be read.
    public var reading: HubMessage.Reading {
        cursors.contains(where: \.wantsPatches) && settings.reading == .documents
            ? .changes : settings.reading
    }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func apply(_ event: Event, at now: Instant, into actions: inout [Action]) {
        if case .ended = state { return }
        switch event {
        case .started: connect(at: now, into: &actions)
        case .connected: greet(at: now, into: &actions)
        case .received(let message): receive(message, at: now, into: &actions)
        case .disconnected(let error): retry(after: error, at: now, into: &actions)
        case .called(let call, let number): take(call, number, at: now, into: &actions)
        case .followed(let subscription, let number):
            cursors.append(SubscriptionCursor(number, subscription))
            if isConnected { subscribe(cursors.count - 1, at: now, into: &actions) }
        case .unfollowed(let number): unfollow(number, at: now, into: &actions)
        case .woke: wake(at: now, into: &actions)
        case .stopped:
            actions.append(.disconnect)
            end(nil, into: &actions)
        }
    }

    // MARK: Connecting

    private mutating func connect(at now: Instant, into actions: inout [Action]) {
        state = .asking(until: now + settings.answerTime)
        actions.append(.connect)
    }

    private mutating func greet(at now: Instant, into actions: inout [Action]) {
        (isConnected, heardAt) = (true, now)
        if settings.checkTime != nil { check(at: now, into: &actions) }
        for place in cursors.indices { subscribe(place, at: now, into: &actions) }
        for (call, number) in calls.takeHeld() { take(call, number, at: now, into: &actions) }
        noteSubscribed()
    }

    private mutating func check(at now: Instant, into actions: inout [Action]) {
        send(HubCall("hello"), .time(askedAt: now), at: now, into: &actions)
    }

    private mutating func wake(at now: Instant, into actions: inout [Action]) {
        if calls.hasLateCheck(at: now) { return hangUp(at: now, into: &actions) }
        for number in calls.takeLate(at: now) {
            actions.append(.tell(.answered(number, .failure(silence))))
        }
        switch state {
        case .pausing(let until, _) where until <= now:
            connect(at: now, into: &actions)
        case .asking(let until) where until <= now: hangUp(at: now, into: &actions)
        case .following:
            if let nextCheck, nextCheck <= now { check(at: now, into: &actions) }
        case .idle, .asking, .pausing, .ended: break
        }
    }

    private mutating func hangUp(at now: Instant, into actions: inout [Action]) {
        actions.append(.disconnect)
        retry(after: silence, at: now, into: &actions)
    }

    private var silence: HubClientError {
        .silent(path: path, seconds: settings.answerTime.milliseconds / 1_000)
    }

    private mutating func retry(
        after error: HubClientError, at now: Instant, into actions: inout [Action]
    ) {
        isConnected = false
        for place in cursors.indices { cursors[place].disconnected() }
        var error = error
        if case .closed(let path, nil) = error, let closeReason {
            error = .closed(path: path, reason: closeReason.message)
        }
        closeReason = nil
        // A call may have been done or not: its caller decides whether to repeat it.
        for number in calls.takeAll() {
            actions.append(.tell(.answered(number, .failure(error))))
        }
        if error.isLasting { return end(error, into: &actions) }
        state = .pausing(until: now + delay(), error)
        actions.append(.tell(.interrupted(error)))
    }

    /// The wait before the next attempt: doubled with each, and spread, so that a hub that comes
    /// back is not asked by all its clients at once.
    private mutating func delay() -> Interval {
        // Doubled twenty times, every bound is long since passed.
        let doubled = settings.retry.lowerBound.milliseconds << min(attempt, 20)
        attempt += 1
        let spread = Int64.random(
            in: 0...min(settings.retry.upperBound.milliseconds, doubled), using: &generator)
        return min(settings.retry.upperBound, settings.retry.lowerBound + .milliseconds(spread))
    }

    private mutating func end(_ error: HubClientError?, into actions: inout [Action]) {
        state = .ended
        actions.append(.end(error))
    }

    // MARK: Calling

    private mutating func send(
        _ call: HubCall, _ purpose: CallTable.Purpose, at now: Instant,
        into actions: inout [Action]
    ) {
        let id = calls.begin(purpose, until: now + settings.answerTime)
        actions.append(.send(HubRequest(id: id, call.method, call.parameters).line))
    }

    /// Sends a call. While an attempt goes on, it is held; while there is no hub, it fails.
    private mutating func take(
        _ call: HubCall, _ number: Int, at now: Instant, into actions: inout [Action]
    ) {
        if isConnected { return send(call, .caller(number), at: now, into: &actions) }
        switch state {
        case .pausing(_, let error):
            actions.append(.tell(.answered(number, .failure(error))))
        case .idle, .asking, .following, .ended:
            calls.hold(call, number, until: now + settings.answerTime)
        }
    }

    private mutating func subscribe(
        _ place: Int, at now: Instant, into actions: inout [Action]
    ) {
        let cursor = cursors[place]
        send(
            HubCall("subscribe", cursor.parameters), .subscription(cursor.number), at: now,
            into: &actions)
    }

    private mutating func unfollow(_ number: Int, at now: Instant, into actions: inout [Action]) {
        guard let place = cursors.firstIndex(where: { $0.number == number }) else { return }
        let cursor = cursors.remove(at: place)
        if let id = cursor.id { unsubscribe(id, at: now, into: &actions) }
        noteSubscribed()
    }

    private mutating func unsubscribe(
        _ id: Int, at now: Instant, into actions: inout [Action]
    ) {
        let call = HubCall("unsubscribe", ["subscription": .number(Double(id))])
        send(call, .ending, at: now, into: &actions)
    }

    // MARK: Following

    private mutating func receive(
        _ message: HubMessage, at now: Instant, into actions: inout [Action]
    ) {
        heardAt = now
        switch message {
        case .answer(let call, let answer):
            guard let purpose = calls.end(call) else { return }
            receive(answer, to: purpose, at: now, into: &actions)
        case .update(let subscription, let resume, let record):
            guard let place = place(of: subscription) else { return }
            guard let record = cursors[place].apply(record, resume) else { return }
            actions.append(.tell(.updated(cursors[place].number, record)))
        case .synced(let subscription, let resume):
            guard let place = place(of: subscription) else { return }
            cursors[place].synced(resume)
            let isAll = cursors.allSatisfy(\.isSynced)
            if isAll { attempt = 0 }
            actions.append(.tell(.synced(cursors[place].number, all: isAll)))
        case .event(let event):
            actions.append(.tell(.happened(event)))
        case .error(let refusal):
            closeReason = refusal
        case .unknown:
            break
        }
    }

    private mutating func receive(
        _ answer: Result<JSONTree, HubRefusal>, to purpose: CallTable.Purpose, at now: Instant,
        into actions: inout [Action]
    ) {
        switch (purpose, answer) {
        case (.caller(let number), let answer):
            let outcome = answer.mapError { HubClientError.refused($0) }
            actions.append(.tell(.answered(number, outcome)))
        case (.subscription(let number), .success(let result)):
            begin(number, result, at: now, into: &actions)
        case (.subscription(let number), .failure(let refusal)):
            refuse(number, refusal, at: now, into: &actions)
        case (.time(let askedAt), .success(let result)):
            guard let time: Timestamp = result["time"]?.read(as: Timestamp.self) else { return }
            actions.append(.tell(.told(time: time, at: askedAt + (now - askedAt) * 0.5)))
        case (.time, .failure), (.ending, _):
            break
        }
    }

    private mutating func begin(
        _ number: Int, _ answer: JSONTree, at now: Instant, into actions: inout [Action]
    ) {
        let id = answer["subscription"]?.int
        guard let place = cursors.firstIndex(where: { $0.number == number }) else {
            if let id { unsubscribe(id, at: now, into: &actions) }
            return
        }
        let recovered = answer["recovered"]?.bool
        cursors[place].subscribed(
            as: id, epoch: answer["epoch"]?.string ?? "", recovered: recovered)
        actions.append(.tell(.subscribed(number, recovered: recovered == true)))
        noteSubscribed()
    }

    private mutating func refuse(
        _ number: Int, _ refusal: HubRefusal, at now: Instant, into actions: inout [Action]
    ) {
        if settings.endsWhenRefused || refusal.isPassing {
            actions.append(.disconnect)
            return retry(after: .refused(refusal), at: now, into: &actions)
        }
        cursors.removeAll { $0.number == number }
        actions.append(.tell(.refused(number, refusal)))
        noteSubscribed()
    }

    private mutating func noteSubscribed() {
        guard case .asking = state, isConnected else { return }
        if cursors.allSatisfy({ $0.id != nil }) { state = .following }
    }

    private func place(of subscription: Int) -> Int? {
        cursors.firstIndex { $0.id == subscription }
    }
}
