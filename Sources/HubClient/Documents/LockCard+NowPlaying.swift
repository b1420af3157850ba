public import NowPlaying

extension LockCard {
    /// The lock screen of a player that plays a station's live stream itself, for programs without
    /// a session: the same as the hub makes of a session that is live.
    ///
    /// - Parameters:
    ///   - state: The station's state.
    ///   - player: The state of the player.
    ///   - since: The time since when it is in that state, by the hub's clock.
    ///   - listened: The time for which it had played before, which is the position where the
    ///     station tells none.
    ///   - isDark: True if the logo is shown on something dark.
    public init(
        _ state: NowPlaying, player: PlaybackState, since: Timestamp, listened: Interval = .zero,
        isDark: Bool = false
    ) {
        let session = Self.session(of: state, player, since: since)
        let heard = session.heard(of: state)
        self.init(player, elapsed: listened, asOf: since)
        describe(heard, isDark: isDark)
        place(heard, in: session)
        commands = Self.commands(of: player)
    }

    private static func session(
        of state: NowPlaying, _ player: PlaybackState, since: Timestamp
    ) -> ListeningSession {
        var session = ListeningSession(id: state.station.id, since: since)
        session.station = state.station.id
        session.state = player
        return session
    }

    private init(_ player: PlaybackState, elapsed: Interval, asOf: Timestamp) {
        self.elapsed = elapsed
        self.asOf = asOf
        rate = 0
        playbackState = player
        (mediaType, defaultRate, isLive) = (1, 1, true)
        commands = [:]
    }

    private mutating func describe(_ heard: NowPlaying, isDark: Bool) {
        title = heard.track?.title ?? heard.programme?.title ?? heard.station.name
        artist = heard.track?.artist
        station = heard.station.name
        album = heard.track?.album
        genre = heard.track?.genre
        isrc = heard.track?.isrc
        artwork = Artwork(of: heard, isDark: isDark)
        let shown = [heard.station.id, title, artist, genre, isrc, station, artwork?.url]
        contentIdentifier = shown.map { $0 ?? "" }.joined(separator: "/")
        switch heard.connection.state {
        case .connecting, .live: break
        case .stale, .failing, .stopped: isStale = true
        }
    }

    private mutating func place(_ heard: NowPlaying, in session: ListeningSession) {
        if let anchor = heard.playback?.anchor { (elapsed, asOf) = (anchor.elapsed, anchor.asOf) }
        if session.state == .playing { rate = heard.playback?.rate ?? 1 }
        if heard.track == nil, session.state.isHeld, let start = heard.programme?.startsAt {
            let moment = session.broadcastTime(at: session.since)
            elapsed = max(moment - start, .zero)
            // A player that was there before it began is at its beginning when it begins.
            asOf = session.since + max(start - moment, .zero)
        }
        playbackDate = session.broadcastTime(at: asOf)
    }

    /// The commands that a player of its own obeys by itself, so that they have no action.
    private static func commands(of player: PlaybackState) -> [String: Command] {
        [
            "playCommand": Command(isEnabled: player != .playing),
            "pauseCommand": Command(isEnabled: player == .playing),
            "stopCommand": Command(isEnabled: player.isHeld),
            "togglePlayPauseCommand": Command(isEnabled: true),
        ]
    }
}

extension Artwork {
    /// The picture of the track, else of the programme, else of the station.
    fileprivate init?(of heard: NowPlaying, isDark: Bool) {
        let logo = heard.station.logo
        let logos = isDark ? [logo?.dark, logo?.light] : [logo?.light, logo?.dark]
        let track = heard.track?.artworkURL
        let urls = ([track, heard.programme?.artworkURL] + logos).compactMap(\.self)
        guard let url = urls.first(where: { !Self.isAnimated($0) }) else { return nil }
        self.url = url
        guard url == track, let size = heard.track?.artworkSize else { return }
        (width, height) = (size.width, size.height)
        aspectRatio = (Double(size.width) / Double(size.height) * 1_000).rounded() / 1_000
    }

    /// True for a picture that moves, which crashes cars.
    private static func isAnimated(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.lowercased().hasSuffix(".gif") || url.lowercased().hasSuffix(".gif")
    }
}
