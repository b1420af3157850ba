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
    ///   - style: Light or dark surroundings, for the station's logo.
    public init(
        _ state: NowPlaying, player: PlaybackState, since: Timestamp, listened: Interval = .zero,
        style: ContentStyle = .light
    ) {
        var session = ListeningSession(id: state.station.id, since: since)
        (session.station, session.state, session.listened) = (state.station.id, player, listened)
        let heard = session.heard(of: state)
        self.init(player, session.shownPosition(in: heard, of: heard.programme))
        playbackDate = session.broadcastTime(at: asOf)
        describe(heard, in: style)
        commands = Self.commands(of: player)
    }

    private init(_ player: PlaybackState, _ shown: ShownPosition) {
        (elapsed, asOf, rate) = (shown.elapsed, shown.asOf, shown.rate)
        (playbackState, commands) = (player, [:])
        (mediaType, defaultRate, isLive) = (1, 1, true)
    }

    private mutating func describe(_ heard: NowPlaying, in style: ContentStyle) {
        title = heard.shownTitle
        artist = heard.track?.artist
        (station, stationID) = (heard.station.name, heard.station.id)
        album = heard.track?.album
        genre = heard.track?.genre
        isrc = heard.track?.isrc
        (programme, kind) = (heard.programme?.title, heard.track?.kind?.rawValue)
        artwork = ArtworkReference(of: heard, in: style).map(Artwork.init)
        let shown = [stationID, title, artist, genre, isrc, station, artwork?.url]
        contentIdentifier = shown.map { $0 ?? "" }.joined(separator: "/")
        isStale = heard.connection.state.isDoubtful ? true : nil
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
    fileprivate init(_ picture: ArtworkReference) {
        url = picture.url
        (width, height) = (picture.size?.width, picture.size?.height)
        aspectRatio = picture.aspectRatio.map { Double($0) / 1_000 }
        light = picture.variant?.style == .light ? picture.variant?.url : nil
        dark = picture.variant?.style == .dark ? picture.variant?.url : nil
    }
}
