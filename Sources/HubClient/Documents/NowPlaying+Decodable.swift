public import NowPlaying

/// The document `nowPlaying`: what a station plays, as the hub knows it.
extension NowPlaying: Decodable {
    /// Reads a document.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(
            station: try members.required("station"),
            connection: try members.required("connection"))
        online = members["online"]
        track = members["track"]
        playback = members["playback"]
        live = members["live"]
        programme = members["programme"]
        next = members["next"]
        history = members.list("history").map { (track: PlayedTrack) in Box(track) }
        listeners = members["listeners"]
    }
}

extension Station: Decodable {
    /// Reads a document's member `station`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(id: try members.required("id"), name: try members.required("name"))
        url = members["url"]
        description = members["description"]
        logo = members["logo"]
        streams = members.list("streams")
    }
}

extension Station.Logo: Decodable {
    /// Reads a station's logo.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(light: members["light"], dark: members["dark"])
    }
}

extension StationStream: Decodable {
    /// Reads one of a station's streams.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(
            id: try members.required("id"), name: try members.required("name"),
            url: try members.required("url"))
    }
}

extension StationConnection: Decodable {
    /// Reads a document's member `connection`. A state that this version does not know reads as
    /// `stale`: what is shown may be old.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(
            state: State(rawValue: try members.required("state")) ?? .stale,
            reason: members["reason"], since: try members.required("since"))
    }
}

extension StationConnection.Reason: Decodable {
    /// Reads why a station is not live.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(code: try members.required("code"), text: try members.required("text"))
    }
}

extension Playback: Decodable {
    /// Reads a document's member `playback`. A state that this version does not know reads as
    /// `stopped`, and its position as unknown.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        let state = State(rawValue: try members.required("state"))
        self.init(
            state: state ?? .stopped, rate: state == nil ? 0 : try members.required("rate"),
            anchor: state == nil ? nil : try? Anchor(from: decoder),
            duration: members["duration"])
    }
}

extension Anchor: Decodable {
    /// Reads the position in a document's member `playback`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        let quality: String? = members["quality"]
        self.init(
            elapsed: try members.required("elapsed"), asOf: try members.required("asOf"),
            startedAt: try members.required("startedAt"),
            quality: quality.flatMap(Quality.init) ?? .estimated)
    }
}

extension LiveStreamer: Decodable {
    /// Reads a document's member `live`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(streamer: try members.required("streamer"))
        isDefault = members["isDefault"]
        startedAt = members["startedAt"]
        artworkURL = members["artworkURL"]
    }
}

extension Programme: Decodable {
    /// Reads a document's member `programme`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(title: try members.required("title"))
        id = members["id"]
        kicker = members["kicker"]
        startsAt = members["startsAt"]
        endsAt = members["endsAt"]
        artworkURL = members["artworkURL"]
    }
}

extension Listeners: Decodable {
    /// Reads a document's member `listeners`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(
            current: members["current"], unique: members["unique"], total: members["total"])
    }
}
