/// The document `nowPlaying`, which describes what a station plays.
extension NowPlaying: DocumentObject {
    /// A state of no station.
    public static var blank: NowPlaying { NowPlaying(station: .blank, connection: .blank) }

    /// The members of the document.
    public static let members: [DocumentMember<NowPlaying>] = [
        .required("station", \.station), .required("connection", \.connection),
        DocumentMember("online", \.online), DocumentMember("track", \.track),
        DocumentMember("playback", \.playback), .exchanged("isPlayer", \.isPlayer),
        DocumentMember("live", \.live), DocumentMember("programme", \.programme),
        DocumentMember("next", \.next), DocumentMember(list: "history", \.history),
        DocumentMember("listeners", \.listeners),
    ]
}

extension Station: DocumentObject {
    /// A station without a name.
    public static var blank: Station { Station(id: "", name: "") }

    /// The members of `station`.
    public static let members: [DocumentMember<Station>] = [
        .required("id", \.id), .required("name", \.name), DocumentMember("url", \.url),
        DocumentMember("description", \.description), DocumentMember("logo", \.logo),
        DocumentMember(list: "streams", \.streams),
    ]
}

extension Station.Logo: DocumentObject {
    /// A logo without a picture.
    public static var blank: Station.Logo { Station.Logo() }

    /// The members of `logo`.
    public static let members: [DocumentMember<Station.Logo>] = [
        DocumentMember("light", \.light), DocumentMember("dark", \.dark),
        DocumentMember("square", \.square), .exchanged("size", \.size),
    ]
}

extension StationStream: DocumentObject {
    /// A stream without an address.
    public static var blank: StationStream { StationStream(id: "", name: "", url: "") }

    /// The members of an element of `streams`.
    public static let members: [DocumentMember<StationStream>] = [
        .required("id", \.id), .required("name", \.name), .required("url", \.url),
    ]
}

extension StationConnection: DocumentObject {
    /// A connection that has not been made.
    public static var blank: StationConnection {
        StationConnection(state: .connecting, since: Timestamp(milliseconds: 0))
    }

    /// The members of `connection`.
    public static let members: [DocumentMember<StationConnection>] = [
        .required("state", \.state), DocumentMember("reason", \.reason),
        .required("since", \.since),
    ]
}

extension StationConnection.State: DocumentValue {
    /// Reads a state. One of a later version reads as `stale`: the title may be old.
    public static func read(_ value: any DocumentReader) -> Self? {
        value.string.map { Self(rawValue: $0) ?? .stale }
    }
}

extension StationConnection.Reason: DocumentObject {
    /// A reason without words.
    public static var blank: StationConnection.Reason {
        StationConnection.Reason(code: "", text: "")
    }

    /// The members of `reason`.
    public static let members: [DocumentMember<StationConnection.Reason>] = [
        .required("code", \.code), .required("text", \.text),
    ]
}

extension Playback: DocumentObject {
    /// Playback of nothing.
    public static var blank: Playback { Playback(state: .stopped, rate: 0) }

    /// The members of `playback`.
    public static let members: [DocumentMember<Playback>] = [
        .required("state", \.state), .required("rate", \.rate),
        DocumentMember(inlined: "anchor", \.anchor), DocumentMember("duration", \.duration),
    ]

    /// Reads playback. In a state of a later version nothing moves, as far as this one knows.
    public static func read(_ value: any DocumentReader) -> Playback? {
        guard let state = value.member("state")?.string else { return nil }
        guard State(rawValue: state) == nil else { return readMembers(value) }
        return Playback(
            state: .stopped, rate: 0,
            duration: value.member("duration").flatMap { Interval.read($0) })
    }
}

extension Playback.State: DocumentValue {}

extension Anchor: DocumentObject {
    /// The beginning of a track, at no particular time.
    public static var blank: Anchor {
        let epoch = Timestamp(milliseconds: 0)
        return Anchor(elapsed: .zero, asOf: epoch, startedAt: epoch, quality: .estimated)
    }

    /// The members of a position.
    public static let members: [DocumentMember<Anchor>] = [
        .required("elapsed", \.elapsed), .required("asOf", \.asOf),
        .required("startedAt", \.startedAt), DocumentMember("quality", \.quality),
    ]
}

extension Anchor.Quality: DocumentValue {}

extension LiveStreamer: DocumentObject {
    /// A streamer without a name.
    public static var blank: LiveStreamer { LiveStreamer(streamer: "") }

    /// The members of `live`.
    public static let members: [DocumentMember<LiveStreamer>] = [
        .required("streamer", \.streamer), DocumentMember("isDefault", \.isDefault),
        DocumentMember("startedAt", \.startedAt), DocumentMember("artworkURL", \.artworkURL),
    ]
}

extension Programme: DocumentObject {
    /// A programme without a title.
    public static var blank: Programme { Programme(title: "") }

    /// The members of `programme`.
    public static let members: [DocumentMember<Programme>] = [
        DocumentMember("id", \.id), .required("title", \.title),
        DocumentMember("kicker", \.kicker), DocumentMember("startsAt", \.startsAt),
        DocumentMember("endsAt", \.endsAt), DocumentMember("artworkURL", \.artworkURL),
    ]
}

extension AiredProgramme: DocumentObject {
    /// A programme without a title.
    public static var blank: AiredProgramme { AiredProgramme(id: "", programme: .blank) }

    /// The members of a programme of a timeline.
    public static let members: [DocumentMember<AiredProgramme>] = [
        .required("id", \.id), .required("programme", \.programme),
    ]
}

extension Listeners: DocumentObject {
    /// No counts.
    public static var blank: Listeners { Listeners() }

    /// The members of `listeners`.
    public static let members: [DocumentMember<Listeners>] = [
        DocumentMember("current", \.current), DocumentMember("unique", \.unique),
        DocumentMember("total", \.total),
    ]
}
