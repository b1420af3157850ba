/// The position in what a listener hears, as screens show it: `elapsed + rate × (t − asOf)`.
public struct ShownPosition: Hashable, Sendable {
    /// The position at `asOf`.
    public var elapsed: Interval
    /// The time of that position.
    public var asOf: Timestamp
    /// Seconds of position for each second; 0 unless the session plays.
    public var rate: Double
    /// The length, behind the live edge, where it is known: at the edge seeking is not possible.
    public var duration: Interval?
}

extension ListeningSession {
    /// The position in a state that is heard. Where no track is known, it is that in the show; of a
    /// station that tells none, how long it has been listened to, which a pause holds.
    public func shownPosition(in heard: NowPlaying, of show: Programme?) -> ShownPosition {
        var shown = ShownPosition(elapsed: listened, asOf: since, rate: 0)
        if let anchor = heard.playback?.anchor {
            (shown.elapsed, shown.asOf) = (anchor.elapsed, anchor.asOf)
            // A length says nothing without a position in it.
            if position != .live { shown.duration = heard.playback?.duration }
        }
        if state == .playing {
            shown.rate = heard.playback?.rate ?? (position == .live ? 1 : rate)
        }
        if heard.track == nil { place(&shown, in: show) }
        return shown
    }

    private func place(_ shown: inout ShownPosition, in show: Programme?) {
        guard state.isHeld, let start = show?.startsAt else { return }
        let rewound = position.rewound
        let heard = rewound?.heard ?? broadcastTime(at: since)
        // A listener who was there before it began is at its beginning when it begins.
        let wait = rewound == nil ? max(start - heard, .zero) : .zero
        shown.elapsed = max(heard - start, .zero)
        shown.asOf = (rewound?.asOf ?? since) + wait
        if rewound != nil { shown.duration = show?.endsAt.map { $0 - start } }
    }
}

extension NowPlaying {
    /// The title of the track, else of the show, else the station's name.
    public var shownTitle: String { track?.title ?? programme?.title ?? station.name }
}

extension StationConnection.State {
    /// True if the state of the station may be outdated.
    public var isDoubtful: Bool {
        switch self {
        case .connecting, .live: false
        case .stale, .failing, .stopped: true
        }
    }
}
