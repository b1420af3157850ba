import Feeds
import NowPlaying
import Support

/// The changes of a timeline by a report: a track goes on, is corrected, returns or begins.
///
/// An anchor is made when a track is placed, and kept until the track, the state or the rate
/// changes, or a claim differs from the anchor's prediction by more than the tolerance. A better
/// clock or a better quality alone never makes a new one, since listeners see that as a jump.
/// Stations estimate, and their titles give way to slogans; players measure, and a title that comes
/// back is played again.
extension Timeline {
    /// Applies a report.
    package mutating func apply(_ sighting: TimedReport) {
        programmes.note(
            sighting.programme, isAfterGap: sighting.isFirst,
            at: spans.isEmpty ? sighting.now : sighting.moment)
        guard let track = sighting.track else {
            return become(sighting.surroundings, by: sighting)
        }
        defer { if let claimed = track.positions.first { assumesPosition = claimed.isAssumed } }
        let identity = TrackIdentity(track)
        var onAir = sighting.surroundings
        onAir.playback?.duration = track.duration
        let claim = sighting.claim(of: track)
        if let play = newest?.play, play.identity.matches(identity), goesOn(claim, by: sighting) {
            onAir.play = play.become(track)
            goOn(onAir, claim: claim, by: sighting)
        } else if isCorrected(by: track, identity, claim, sighting), let play = newest?.play {
            onAir.play = play.become(track, identity)
            onAir.playback?.anchor = claim ?? newest?.onAir.value.playback?.anchor
            correct(onAir)
        } else if let index = knownIndex(of: track, identity, claim, sighting) {
            resume(index, as: onAir, track, identity, claim: claim, by: sighting)
        } else {
            begin(track, identity, in: onAir, claim: claim, by: sighting)
        }
    }

    // MARK: The same track

    /// True if a report of the newest track is of the same play. False for another play after it,
    /// which feeds that only name tracks do not tell apart.
    private func goesOn(_ claim: Anchor?, by sighting: TimedReport) -> Bool {
        guard let playback = newest?.onAir.value.playback, let length = playback.duration,
            playback.isSteady, sighting.report.state == .playing, sighting.report.rate == 1,
            let before = playback.anchor?.startedAt, let start = claim?.startedAt
        else { return true }
        return start - before < max(length - limits.playTolerance, limits.playTolerance)
    }

    private mutating func goOn(_ goingOn: OnAir, claim: Anchor?, by sighting: TimedReport) {
        var onAir = goingOn
        let anchor = anchor(after: newest?.onAir.value.playback, claim, onAir, by: sighting)
        onAir.playback?.anchor = anchor
        let isMoved = anchor != newest?.onAir.value.playback?.anchor
        let isSteady = onAir.playback?.isSteady ?? false
        if !isSteady || sighting.report.isPlayer { onAir.play?.keepsStart = true }
        if resumes(as: onAir), let play = onAir.play, !hasPlayed(play) {
            onAir.play?.startedAt = sighting.moment
        }
        guard isMoved, onAir.play?.keepsStart == false, let start = anchor?.startedAt else {
            return become(onAir, by: sighting, isMoved: isMoved)
        }
        // A station that names another start was wrong about the first.
        onAir.play?.startedAt = start
        correct(onAir.keepingNextStart(of: newest?.onAir.value))
        moveNewestStart(to: start, by: sighting)
    }

    private func resumes(as onAir: OnAir) -> Bool {
        onAir.playback?.state == .playing && newest?.onAir.value.playback?.state != .playing
    }

    /// True if the play was ever playing. A track that was first named while paused or stopped was
    /// not.
    private func hasPlayed(_ play: Play) -> Bool {
        spans.contains { $0.play?.id == play.id && $0.onAir.value.playback?.state == .playing }
    }

    /// The anchor of a track that goes on: the old one, unless something has happened to it.
    private mutating func anchor(
        after old: Playback?, _ claim: Anchor?, _ onAir: OnAir, by sighting: TimedReport
    ) -> Anchor? {
        if sighting.report.runsBackwards { return nil }
        guard let old, let new = onAir.playback, let anchor = old.anchor else { return claim }
        let moment = sighting.moment
        let predicted = anchor.position(at: moment, rate: old.rate, duration: new.duration)
        if let claim {
            let claimed = claim.position(at: moment, rate: new.rate, duration: new.duration)
            // A track that is about to begin stands at 0 until then, so the starts are compared.
            let isAhead = sighting.report.isPlayer && max(claim.asOf, anchor.asOf) > moment
            let deviation = isAhead ? claim.startedAt - anchor.startedAt : claimed - predicted
            if deviation.magnitude > tolerance(of: sighting.report) { return claim }
        }
        if old.state == new.state, old.rate == new.rate { return anchor }
        assumesPosition = true
        return claim
            ?? Anchor(
                elapsed: predicted, asOf: moment, startedAt: moment - predicted,
                quality: anchor.quality)
    }

    /// The allowed difference between a claimed position and the anchor's prediction.
    private func tolerance(of report: Report) -> Interval {
        guard report.isPlayer else { return limits.anchorTolerance }
        return report.state == .playing && !assumesPosition
            ? limits.playerTolerance : limits.restingTolerance
    }

    /// Moves the start of the newest play, which began at another time. The state on air is
    /// unchanged.
    private mutating func moveNewestStart(to start: Timestamp, by sighting: TimedReport) {
        guard let newest, spans.count > 1, spans[spans.count - 2].play?.id != newest.play?.id else {
            return
        }
        if start <= sighting.moment || newest.since > sighting.moment { moveNewest(to: start) }
    }

    /// Puts a state on air from now on. If only details are new, the newest span is corrected.
    private mutating func become(
        _ becoming: OnAir, by sighting: TimedReport, isMoved: Bool = false
    ) {
        let onAir = becoming.keepingNextStart(of: newest?.onAir.value)
        guard let newest else { return beginFirst(onAir, at: sighting.moment, by: sighting) }
        if newest.onAir.value == onAir { return }
        let isPending = newest.since >= sighting.moment
        let isSame = !isMoved && newest.onAir.value.goesOn(as: onAir)
        if isPending && newest.play?.id == onAir.play?.id || isSame { return correct(onAir) }
        let isLost = sighting.isFirst && newest.play?.id != onAir.play?.id
        begin(onAir, at: sighting.moment, isAfterGap: isLost)
    }

    /// True if a text that soon replaces the newest one corrects it. For a player it must also have
    /// the same position: a player at another position may have skipped.
    private func isCorrected(
        by track: ReportedTrack, _ identity: TrackIdentity, _ claim: Anchor?,
        _ sighting: TimedReport
    ) -> Bool {
        guard let newest, let play = newest.play, play.identity.isText, identity.isText,
            let noticed = play.noticed, !sighting.isFirst,
            sighting.moment - noticed <= limits.titleCorrection,
            TitleEdit(from: play.track.title, by: play.track.artist)
                .isCorrection(to: track.name, by: track.artist)
        else { return false }
        guard sighting.report.isPlayer else { return true }
        guard let claim, let anchor = newest.onAir.value.playback?.anchor else { return false }
        return (claim.startedAt - anchor.startedAt).magnitude <= limits.playerTolerance
    }

    // MARK: A track that was there before

    /// The index of a play that goes on after an interruption, or that came from another source.
    private func knownIndex(
        of track: ReportedTrack, _ identity: TrackIdentity, _ claim: Anchor?,
        _ sighting: TimedReport
    ) -> Int? {
        if let index = returningIndex(of: identity, sighting) { return index }
        if let start = claim?.startedAt {
            // A player that begins a track anew, however soon, plays it again.
            let isWitnessed = sighting.report.isPlayer && !sighting.isFirst
            let known = index(
                of: track.name, by: track.artist, around: start,
                within: isWitnessed ? limits.anchorTolerance : limits.playTolerance)
            if known != nil || !sighting.report.isPlayer { return known }
        }
        guard sighting.isFirst, let newest, let play = newest.play,
            play.says(track.name, by: track.artist),
            newest.since >= sighting.moment - limits.playResumption
        else { return nil }
        // The play that was on air when the hub was stopped may still be.
        let mayLast = newest.until.map { claim != nil && sighting.moment <= $0 } ?? true
        return mayLast ? spans.count - 1 : nil
    }

    /// The index of a title without identity that a slogan had only interrupted.
    private func returningIndex(of identity: TrackIdentity, _ sighting: TimedReport) -> Int? {
        guard identity.isText, !sighting.report.isPlayer else { return nil }
        let edge = sighting.moment - limits.titleReturn
        return spans.indices.reversed().prefix { index in
            index + 1 >= spans.count || spans[index + 1].since >= edge
        }.first { spans[$0].play?.identity == identity }
    }

    private mutating func resume(
        _ index: Int, as resuming: OnAir, _ track: ReportedTrack, _ identity: TrackIdentity,
        claim: Anchor?, by sighting: TimedReport
    ) {
        guard let play = spans[index].play else { return }
        var onAir = resuming
        onAir.play = play.become(track, identity)
        onAir.play?.keepsStart = play.keepsStart || sighting.report.isPlayer
        onAir.playback?.anchor = claim ?? spans[index].onAir.value.playback?.anchor
        guard index == spans.count - 1 else {
            let since = since(onAir.playback?.anchor, by: sighting)
            return begin(onAir, at: since, isAfterGap: sighting.isFirst)
        }
        change(index) { ($0.until, $0.isImported) = (nil, false) }
        correct(onAir)
    }

    // MARK: A track that begins

    private mutating func begin(
        _ track: ReportedTrack, _ identity: TrackIdentity, in beginning: OnAir, claim: Anchor?,
        by sighting: TimedReport
    ) {
        var onAir = beginning
        // A stopped player names the track that it plays next, which has not begun.
        let isNoBeginning =
            sighting.isFirst || spans.isEmpty || track.isJoined
            || sighting.report.state == .stopped || isLateName(sighting)
        let anchor = claim ?? (isNoBeginning ? nil : .arrival(at: sighting.moment))
        assumesPosition = true
        let since = since(anchor, by: sighting)
        onAir.play = play(of: track, identity, anchor, by: sighting)
        onAir.playback?.anchor =
            sighting.report.runsBackwards
            ? nil
            : anchor?.asOf(max(since, sighting.now), rate: sighting.report.rate)
        guard !spans.isEmpty else { return beginFirst(onAir, at: since, by: sighting) }
        begin(onAir, at: falseStart(by: sighting) ?? since, isAfterGap: sighting.isFirst)
    }

    /// True if a player that plays already, and has told no name before, tells the first.
    private func isLateName(_ sighting: TimedReport) -> Bool {
        sighting.report.isPlayer && newest?.onAir.value.playback?.state == .playing
            && !spans.contains { $0.play != nil && !$0.isImported }
    }

    /// The beginning of the newest span, if its text was replaced before the play could be heard.
    private func falseStart(by sighting: TimedReport) -> Timestamp? {
        guard let newest, let play = newest.play, play.identity.isText, let noticed = play.noticed,
            !sighting.isFirst, newest.since <= sighting.moment,
            sighting.moment - noticed <= limits.falseStart
        else { return nil }
        return newest.since
    }

    /// The first state of all is shown at once, since a wrong second is better than nothing.
    private mutating func beginFirst(_ onAir: OnAir, at since: Timestamp, by sighting: TimedReport)
    {
        begin(onAir, at: min(since, sighting.now - sighting.streamDelay), isAfterGap: true)
    }

    /// The time from which a track is on air: its start if known, but not before the track that it
    /// follows. A start that lies ahead is believed only by the server's own clock.
    private func since(_ anchor: Anchor?, by sighting: TimedReport) -> Timestamp {
        let moment = sighting.moment
        guard let start = anchor?.startedAt, let anchor else { return moment }
        // A player that stands far in a track was told to go there.
        if sighting.report.isPlayer, moment - start > limits.anchorTolerance { return moment }
        if start > moment {
            let isBelievable = anchor.quality == .exact && start - moment <= limits.announcementMax
            return isBelievable ? start : moment
        }
        return newest.map { start > $0.since } ?? true ? start : moment
    }

    private func play(
        of track: ReportedTrack, _ identity: TrackIdentity, _ anchor: Anchor?,
        by sighting: TimedReport
    ) -> Play {
        let start = anchor.map { $0.startedAt - sighting.delay } ?? sighting.now
        var play = Play(
            track: track.track(id: id(of: identity, since: start)), identity: identity,
            startedAt: beginning(anchor, by: sighting))
        play.noticed = sighting.moment
        play.keepsStart = sighting.report.isPlayer
        let names = [sighting.stationName, sighting.report.station.name]
        play.isStationName = track.artist == nil && names.contains(track.name)
        return play
    }

    /// The beginning of a play. A player's position is no proof: a play that the hub saw begin may
    /// have begun at any position.
    private func beginning(_ anchor: Anchor?, by sighting: TimedReport) -> Timestamp? {
        guard let start = anchor?.startedAt else { return nil }
        if !sighting.report.isPlayer || sighting.isFirst { return start }
        return sighting.moment - start > limits.playTolerance ? sighting.moment : start
    }

    /// An identifier that is the same in every hub that saw the track begin, or was told when. If
    /// the feed itself tells plays apart, it is the same after a restart, too.
    ///
    /// - Parameter start: The time at which it was broadcast.
    func id(of identity: TrackIdentity, since start: Timestamp) -> String {
        var hash = StableHash()
        hash.combine(station)
        switch identity {
        case .feed(let identity):
            hash.combine(identity.key)
            if let start = identity.startedAt { hash.combine(start.milliseconds) }
        case .text(let text):
            hash.combine(text)
            // Hubs hear it begin some milliseconds apart.
            hash.combine((start.milliseconds + 500) / 1_000)
        case .restored: break
        }
        let id = hash.text
        guard spans.contains(play: id) else { return id }
        var other = StableHash()
        other.combine(id)
        other.combine(start.milliseconds / limits.playTolerance.milliseconds)
        while spans.contains(play: other.text) { other.combine(1) }
        return other.text
    }
}

extension OnAir {
    /// True if `other` only adds details to the same state.
    fileprivate func goesOn(as other: OnAir) -> Bool {
        play?.id == other.play?.id && playback?.state == other.playback?.state
            && playback?.rate == other.playback?.rate && online == other.online
            && live?.streamer == other.live?.streamer
    }

    /// The same, with the first announced start of the next track: stations estimate it anew with
    /// each message. It stays while nothing else changes.
    fileprivate func keepingNextStart(of known: OnAir?) -> OnAir {
        guard let known, let start = known.next?.startsAt, var next, play == known.play,
            playback == known.playback
        else { return self }
        next.startsAt = start
        guard next == known.next else { return self }
        var kept = self
        kept.next = next
        return kept
    }
}

extension Play {
    /// The same play with the track, and possibly the identity, of a newer report.
    fileprivate func become(_ newer: ReportedTrack, _ identity: TrackIdentity? = nil) -> Play {
        var play = self
        play.track = newer.track(id: id)
        play.identity = identity ?? play.identity
        return play
    }
}

extension Playback {
    /// It plays as a station does.
    fileprivate var isSteady: Bool { state == .playing && rate == 1 }
}

extension Anchor {
    /// The text changed while the station was heard, so the track began then.
    fileprivate static func arrival(at now: Timestamp) -> Anchor {
        Anchor(elapsed: .zero, asOf: now, startedAt: now, quality: .arrival)
    }
}
