import Feeds
import NowPlaying

/// Turns one station's reports into what it broadcasts, keeping identities and anchors steady.
///
/// An anchor is made when a report is accepted, and kept until the track, the state or the rate
/// changes, or a claim is further than the tolerance from what the anchor predicts. A better
/// clock or a better quality alone never makes a new one: that would be seen as a jump. Stations
/// estimate, and their titles give way to slogans; players measure, and a title that comes back
/// is played again.
struct Announcer: Sendable {
    /// A title that a feed without identities has shown, for when it comes back.
    private struct Shown: Sendable {
        var identity: TrackIdentity
        var trackID: String
        var anchor: Anchor?
        var lastSeen: Instant
    }

    /// A history as it was reported and as it reads on the hub's clock.
    private struct ConvertedHistory: Sendable {
        var clock: ClockConversion
        var reported: [PlayedTrack]
        var local: [PlayedTrack]
    }

    private let stationID: String
    /// The name that the station's automation goes by.
    var defaultStreamer: String?
    private let limits: Shared<Limits>
    private var shown: [Shown] = []
    /// The last history: most reports repeat it.
    private var convertedHistory: ConvertedHistory?

    init(station: StationConfiguration, limits: Shared<Limits>) {
        stationID = station.id
        defaultStreamer = station.defaultStreamer
        self.limits = limits
    }

    /// What the station broadcasts according to a report.
    ///
    /// - Parameters:
    ///   - latest: What it broadcast until now, delayed or not.
    ///   - isFirst: The report is the first since its connection was opened: a new text then does
    ///     not mean that the track begins.
    mutating func broadcast(
        for report: NormalisedReport, after latest: Shared<Broadcast>?, isFirst: Bool,
        clock: ClockConversion, at now: Moment
    ) -> Broadcast {
        var broadcast = Broadcast(
            facts: report.station, online: report.online,
            playback: Playback(state: report.state, rate: report.rate),
            live: live(report.live, clock), programme: programme(report.programme, clock),
            next: upcoming(report.next, clock), history: history(report.history, clock))
        guard let track = report.track else { return broadcast }
        place(
            track, of: report, in: &broadcast, after: latest, isFirst: isFirst, clock: clock,
            at: now)
        keepNextStart(in: &broadcast, after: latest)
        return broadcast
    }

    /// The hub's wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        for index in shown.indices {
            shown[index].anchor = shown[index].anchor?.shifted(by: step)
        }
    }

    // MARK: The track

    private mutating func place(
        _ reported: NormalisedTrack, of report: NormalisedReport,
        in broadcast: inout Broadcast, after latest: Shared<Broadcast>?, isFirst: Bool,
        clock: ClockConversion, at now: Moment
    ) {
        let identity = TrackIdentity(reported)
        let claim = PositionClaim(
            duration: reported.duration, rate: report.rate, clock: clock, now: now.wall
        ).anchor(from: reported.positions)
        broadcast.playback?.duration = reported.duration
        broadcast.isPlayer = report.isPlayer
        if let latest, let known = latest.value.identity, let id = latest.value.track?.id,
            known.matches(identity)
        {
            broadcast.identity = known
            broadcast.track = reported.track(id: id)
            let anchor = continued(
                latest.value.playback, as: broadcast.playback, claim: claim, by: report, at: now)
            broadcast.playback?.anchor = anchor
        } else if !report.isPlayer, let returning = returning(identity, at: now) {
            broadcast.identity = identity
            broadcast.track = reported.track(id: returning.trackID)
            broadcast.playback?.anchor = claim ?? returning.anchor
        } else {
            // What a player that is stopped would play next has not begun.
            let isNoBeginning = isFirst || latest == nil || report.state == .stopped
            let anchor = claim ?? (isNoBeginning ? nil : .arrival(at: now.wall))
            broadcast.identity = identity
            broadcast.track = reported.track(id: id(of: identity, anchor: anchor, at: now))
            broadcast.playback?.anchor = anchor
        }
        if report.runsBackwards { broadcast.playback?.anchor = nil }
        if let known = broadcast.identity, known.isText, let id = broadcast.track?.id {
            remember(known, as: id, anchor: broadcast.playback?.anchor, at: now)
        }
    }

    /// The anchor of a track that goes on: the old one, unless something has happened to it.
    private func continued(
        _ old: Playback?, as new: Playback?, claim: Anchor?, by report: NormalisedReport,
        at now: Moment
    ) -> Anchor? {
        guard let old, let new, let anchor = old.anchor else { return claim }
        let predicted = anchor.position(at: now.wall, rate: old.rate, duration: new.duration)
        if let claim {
            let claimed = claim.position(at: now.wall, rate: new.rate, duration: new.duration)
            if (claimed - predicted).magnitude > tolerance(of: report, for: anchor) {
                return claim
            }
        }
        if old.state == new.state, old.rate == new.rate { return anchor }
        return claim
            ?? Anchor(
                elapsed: predicted, asOf: now.wall, startedAt: now.wall - predicted,
                quality: anchor.quality)
    }

    /// How far what a report claims may be from what the anchor predicts.
    private func tolerance(of report: NormalisedReport, for anchor: Anchor) -> Interval {
        guard report.isPlayer else { return limits.anchorTolerance }
        let isAssumed = anchor.quality == .arrival
        return report.state == .playing && !isAssumed
            ? limits.playerTolerance : limits.restingTolerance
    }

    /// An id that is the same for everyone who saw the track begin, after a restart too where the
    /// feed itself tells plays apart.
    private func id(of identity: TrackIdentity, anchor: Anchor?, at now: Moment) -> String {
        var hash = StableHash()
        hash.combine(stationID)
        switch identity {
        case .feed(let identity):
            hash.combine(identity.key)
            if let start = identity.startedAt { hash.combine(start.milliseconds) }
        case .text(let text):
            hash.combine(text)
            hash.combine((anchor?.startedAt ?? now.wall).milliseconds)
        }
        return hash.text
    }

    // MARK: Titles that come back

    private func returning(_ identity: TrackIdentity, at now: Moment) -> Shown? {
        guard identity.isText else { return nil }
        return shown.first {
            $0.identity == identity && now.monotonic - $0.lastSeen <= limits.titleReturn
        }
    }

    private mutating func remember(
        _ identity: TrackIdentity, as trackID: String, anchor: Anchor?, at now: Moment
    ) {
        shown.removeAll {
            $0.identity == identity || now.monotonic - $0.lastSeen > limits.titleReturn
        }
        shown.append(
            Shown(identity: identity, trackID: trackID, anchor: anchor, lastSeen: now.monotonic))
        // A song and the slogans around it: more would be a feed that counts up.
        if shown.count > 8 { shown.removeFirst() }
    }

    // MARK: The rest

    private func live(_ reported: LiveStreamer?, _ clock: ClockConversion) -> LiveStreamer? {
        guard var live = reported else { return nil }
        live.startedAt = clock.local(live.startedAt)
        live.compare(withDefault: defaultStreamer)
        return live
    }

    private func programme(_ reported: Programme?, _ clock: ClockConversion) -> Programme? {
        guard var programme = reported else { return nil }
        programme.startsAt = clock.local(programme.startsAt)
        programme.endsAt = clock.local(programme.endsAt)
        return programme
    }

    private func upcoming(_ reported: UpcomingTrack?, _ clock: ClockConversion) -> UpcomingTrack? {
        guard var next = reported else { return nil }
        next.startsAt = clock.local(next.startsAt)
        return next
    }

    /// When the next track should start: an estimate that stations make anew with each message.
    /// While nothing else about it changes, nor about the track before it, the first stays.
    private func keepNextStart(in broadcast: inout Broadcast, after latest: Shared<Broadcast>?) {
        guard let latest, let start = latest.value.next?.startsAt,
            !broadcast.identity.differs(from: latest.value.identity),
            !broadcast.playback.differs(from: latest.value.playback),
            var next = broadcast.next
        else { return }
        next.startsAt = start
        if !latest.value.next.differs(from: next) { broadcast.next = next }
    }

    private mutating func history(
        _ reported: [PlayedTrack], _ clock: ClockConversion
    ) -> [PlayedTrack] {
        if let last = convertedHistory, last.clock == clock, last.reported == reported {
            return last.local
        }
        let local = reported.prefix(limits.history).map { track in
            var local = track
            local.startedAt = clock.local(track.startedAt)
            return local
        }
        convertedHistory = ConvertedHistory(clock: clock, reported: reported, local: local)
        return local
    }
}

extension NormalisedTrack {
    fileprivate func track(id: String) -> Track {
        var track = Track(id: id, title: title)
        track.artist = artist
        track.album = album
        track.genre = genre
        track.isrc = isrc
        track.artworkURL = artworkURL
        track.kind = kind
        return track
    }
}
