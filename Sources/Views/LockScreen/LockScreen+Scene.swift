import NowPlaying
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
        place(heard, in: session)
        if heard.track == nil { place(in: scene.programme, in: session) }
        contentIdentifier = station.id + "/" + identifier(ofStream: session.stream)
        queueCount = scene.stations.count + scene.otherStations
        queueIndex =
            scene.queueIndex ?? scene.orderedStations.firstIndex { $0.id == station.id }
    }

    private mutating func describe(_ heard: NowPlaying, in style: ContentStyle) {
        title = heard.track?.title ?? heard.programme?.title ?? heard.station.name
        artist = heard.track?.artist
        albumTitle = heard.station.name
        album = heard.track?.album
        station = heard.station.id
        kind = heard.track?.kind
        genre = heard.track?.genre
        isrc = heard.track?.isrc
        artwork = ArtworkReference(of: heard, in: style)
    }

    /// The position in what is heard. Of a station that does not tell its own, how long it has
    /// been listened to, which a pause holds.
    private mutating func place(_ heard: NowPlaying, in session: ListeningSession) {
        isLiveStream = session.position == .live
        elapsed = session.listened
        if let anchor = heard.playback?.anchor {
            elapsed = anchor.elapsed
            asOf = anchor.asOf
            // A length says nothing without a position in it.
            if session.position != .live { duration = heard.playback?.duration }
        }
        if session.state == .playing {
            let rate = heard.playback?.rate ?? (session.position == .live ? 1 : session.rate)
            rateInThousandths = Interval(seconds: rate)?.milliseconds ?? 0
        }
        currentPlaybackDate = session.broadcastTime(at: asOf)
    }

    /// The position in a show, where no track is known.
    private mutating func place(in show: AiredProgramme?, in session: ListeningSession) {
        guard session.state.isHeld, let start = show?.programme.startsAt else { return }
        let rewound = session.position.rewound
        let heard = rewound?.heard ?? session.broadcastTime(at: session.since)
        // A listener who was there before it began is at its beginning when it begins.
        let wait = rewound == nil ? max(start - heard, .zero) : .zero
        elapsed = max(heard - start, .zero)
        asOf = (rewound?.asOf ?? session.since) + wait
        if rewound != nil { duration = show?.programme.endsAt.map { $0 - start } }
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

extension StationConnection.State {
    /// True if the state of the station may be outdated.
    fileprivate var isDoubtful: Bool {
        switch self {
        case .connecting, .live: false
        case .stale, .failing, .stopped: true
        }
    }
}
