import Feeds
import NowPlaying

/// What a station broadcasts at one point of its own time: everything that its delay applies to.
struct Broadcast: Equatable, Sendable {
    /// The station's own facts, as its feed gives them.
    var facts = ReportedStation()
    /// Whether it says that it is on air.
    var online: Bool?
    /// How its track is told from others.
    var identity: TrackIdentity?
    var track: Track?
    var playback: Playback?
    /// It is a player, whose listener pauses, seeks and stops.
    var isPlayer = false
    var live: LiveStreamer?
    var programme: Programme?
    var next: UpcomingTrack?
    var history: [PlayedTrack] = []
    /// Which of `track` and `programme` became what they are while nothing could be heard of the
    /// station: what came before them may have ended long before they began.
    var afterGap: ChangeClasses = []

    /// What is on air: a station that says that it is not broadcasts nothing, nor does a player
    /// that is stopped.
    var trackOnAir: Track? { isSilent ? nil : track }

    private var trackOnAirID: String? { isSilent ? nil : track?.id }

    private var isSilent: Bool { online == false || playback?.state == .stopped }

    /// Notes what has changed over a gap, in a broadcast that follows another.
    ///
    /// - Parameter isFirst: Until now nothing could be heard.
    mutating func noteGap(after latest: Shared<Broadcast>?, isFirst: Bool) {
        let known = latest?.value.afterGap ?? []
        let isSameTrack = trackOnAirID == latest?.value.trackOnAirID
        if isSameTrack ? known.contains(.track) : isFirst { afterGap.insert(.track) }
        let isSameShow = programme?.title == latest?.value.programme?.title
        if isSameShow ? known.contains(.programme) : isFirst { afterGap.insert(.programme) }
    }

    /// Whether it says what another does, which is compared where it lies: `==` would copy it
    /// before. What most often differs comes first.
    func isRepeat(of other: Shared<Broadcast>) -> Bool {
        !track.differs(from: other.value.track) && !playback.differs(from: other.value.playback)
            && !identity.differs(from: other.value.identity) && online == other.value.online
            && !next.differs(from: other.value.next) && history == other.value.history
            && !live.differs(from: other.value.live)
            && !programme.differs(from: other.value.programme)
            && isPlayer == other.value.isPlayer
            && facts == other.value.facts && afterGap == other.value.afterGap
    }

    /// The same after the hub's wall clock was set forward (or, if negative, back) by `step`.
    func shifted(by step: Interval) -> Broadcast {
        var shifted = self
        shifted.playback?.anchor = playback?.anchor?.shifted(by: step)
        shifted.live?.startedAt = live?.startedAt.map { $0 + step }
        shifted.programme?.startsAt = programme?.startsAt.map { $0 + step }
        shifted.programme?.endsAt = programme?.endsAt.map { $0 + step }
        shifted.next?.startsAt = next?.startsAt.map { $0 + step }
        for index in shifted.history.indices {
            shifted.history[index].startedAt = history[index].startedAt.map { $0 + step }
        }
        return shifted
    }

    /// The same of a station whose automation goes by this name.
    func naming(defaultStreamer: String?) -> Broadcast {
        var named = self
        named.live?.compare(withDefault: defaultStreamer)
        return named
    }
}

extension LiveStreamer {
    /// Notes whether the name is the one that the station's automation goes by.
    mutating func compare(withDefault name: String?) {
        isDefault = streamer == name ? true : nil
    }
}

/// How one track is told from another.
enum TrackIdentity: Equatable, Sendable {
    /// By the feed's own keys.
    case feed(ReportedTrack.Identity)
    /// By its cleaned text, where the feed has no keys.
    case text(String)

    init(_ track: NormalisedTrack) {
        if let identity = track.identity {
            self = .feed(identity)
        } else {
            self = .text((track.artist ?? "") + "\u{0}" + track.title)
        }
    }

    /// Whether both mean the same play of the same track.
    func matches(_ other: TrackIdentity) -> Bool {
        switch (self, other) {
        case (.feed(let mine), .feed(let theirs)): mine.matches(theirs)
        case (.text(let mine), .text(let theirs)): mine == theirs
        case (.feed, .text), (.text, .feed): false
        }
    }

    /// The feed has no keys of its own for this track.
    var isText: Bool {
        switch self {
        case .text: true
        case .feed: false
        }
    }
}
