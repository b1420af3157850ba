public import NowPlaying
import Support

extension LockScreen {
    /// The lock screen of a scene.
    ///
    /// - Parameters:
    ///   - style: Light or dark surroundings, for the station's logo.
    ///   - locale: The language of the commands' titles.
    public init(
        of scene: SessionSnapshot, style: ContentStyle = .light, locale: Locale = .english
    ) {
        let session = scene.session
        self.locale = locale
        elapsed = .zero
        asOf = session.since
        rateInThousandths = 0
        playbackState = session.state
        commands = RemoteCommand.all(for: scene)
        guard let station = scene.sessionStation else { return }
        let heard = scene.heard(of: station)
        describe(heard, in: style)
        programme = (heard.programme ?? scene.programme?.programme)?.title
        transportButtons = .pair(in: scene)
        isStale = session.position == .live && station.nowPlaying.connection.state.isDoubtful
        place(heard, of: scene.programme?.programme, in: session)
        contentIdentifier = station.id + "/" + identifier(ofStream: session.stream)
        queueCount = scene.stations.count + scene.otherStations
        queueIndex =
            scene.queueIndex ?? scene.orderedStations.firstIndex { $0.id == station.id }
    }

    private mutating func describe(_ heard: NowPlaying, in style: ContentStyle) {
        title = heard.shownTitle
        artist = heard.track?.artist
        albumTitle = heard.station.name
        album = heard.track?.album
        station = heard.station.id
        kind = heard.track?.kind
        genre = heard.track?.genre
        isrc = heard.track?.isrc
        artwork = ArtworkReference(of: heard, in: style)
    }

    private mutating func place(
        _ heard: NowPlaying, of show: Programme?, in session: ListeningSession
    ) {
        let shown = session.shownPosition(in: heard, of: show)
        (elapsed, asOf, duration) = (shown.elapsed, shown.asOf, shown.duration)
        rateInThousandths = Interval(seconds: shown.rate)?.milliseconds ?? 0
        isLiveStream = session.position == .live
        currentPlaybackDate = session.broadcastTime(at: asOf)
    }

    /// Tells what Apple's dictionary shows, and the stream, from all else: it is made of these
    /// alone, so that it never changes by itself. The album is not in that dictionary.
    private func identifier(ofStream stream: String?) -> String {
        var hash = StableHash()
        let parts = [stream, title, artist, genre, isrc, albumTitle, artwork?.url]
        for part in parts { hash.combine(part ?? "") }
        return hash.text
    }
}

extension LockScreen.TransportButtons {
    /// The stations or elements beside what is heard at the live edge, seconds behind it; the other
    /// pair where these do not apply.
    fileprivate static func pair(in scene: SessionSnapshot) -> Self? {
        switch (scene.hasNeighbours, scene.canRewind) {
        case (true, true): scene.session.isRewound ? .skip : .track
        case (true, false): .track
        case (false, true): .skip
        case (false, false): nil
        }
    }
}
