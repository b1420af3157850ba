internal import JSON
internal import NowPlaying

/// Reads the hub's `nowPlaying` document, as far as people are shown it.
extension NowPlaying {
    /// `nil` for what is no such document.
    init?(document: JSONValue) {
        guard let station = document["station"].flatMap(Station.init(document:)),
            let connection = document["connection"].flatMap(StationConnection.init(document:))
        else { return nil }
        self.init(station: station, connection: connection)
        online = document["online"]?.bool
        track = document["track"].flatMap(Track.init(document:))
        playback = document["playback"].flatMap(Playback.init(document:))
        live = document["live"].flatMap(LiveStreamer.init(document:))
        programme = document["programme"]?["title"]?.string.map(Programme.init)
        next = document["next"].flatMap(UpcomingTrack.init(document:))
        listeners = document["listeners"]?["current"]?.int.map { Listeners(current: $0) }
        history = document["history"]?.elements.compactMap(PlayedTrack.init(document:)) ?? []
    }
}

extension Station {
    fileprivate init?(document: JSONValue) {
        guard let id = document["id"]?.string, let name = document["name"]?.string else {
            return nil
        }
        self.init(id: id, name: name)
        url = document["url"]?.string
    }
}

extension StationConnection {
    fileprivate init?(document: JSONValue) {
        guard let state = document["state"]?.string.flatMap(State.init),
            let since = document["since"]?.timestamp
        else { return nil }
        self.init(state: state, since: since)
        guard let code = document["reason"]?["code"]?.string,
            let text = document["reason"]?["text"]?.string
        else { return }
        reason = Reason(code: code, text: text)
    }
}

extension Track {
    fileprivate init?(document: JSONValue) {
        guard let id = document["id"]?.string, let title = document["title"]?.string else {
            return nil
        }
        self.init(id: id, title: title)
        artist = document["artist"]?.string
        details = TrackDetails(document: document, TrackField.all)
    }
}

extension Playback {
    fileprivate init?(document: JSONValue) {
        guard let state = document["state"]?.string.flatMap(State.init),
            let rate = document["rate"]?.double
        else { return nil }
        self.init(
            state: state, rate: rate, anchor: Anchor(document: document),
            duration: document["duration"]?.interval)
    }
}

extension Anchor {
    fileprivate init?(document: JSONValue) {
        guard let elapsed = document["elapsed"]?.interval, let asOf = document["asOf"]?.timestamp,
            let startedAt = document["startedAt"]?.timestamp,
            let quality = document["quality"]?.string.flatMap(Quality.init)
        else { return nil }
        self.init(elapsed: elapsed, asOf: asOf, startedAt: startedAt, quality: quality)
    }
}

extension LiveStreamer {
    fileprivate init?(document: JSONValue) {
        guard let streamer = document["streamer"]?.string else { return nil }
        self.init(streamer: streamer)
        isDefault = document["isDefault"]?.bool
    }
}

extension UpcomingTrack {
    fileprivate init?(document: JSONValue) {
        guard let title = document["title"]?.string else { return nil }
        self.init(title: title)
        artist = document["artist"]?.string
        details = TrackDetails(document: document, TrackField.upcoming)
    }
}

extension PlayedTrack {
    fileprivate init?(document: JSONValue) {
        guard let title = document["title"]?.string else { return nil }
        self.init(title: title)
        artist = document["artist"]?.string
        details = TrackDetails(document: document, TrackField.played)
    }
}

extension TrackDetails {
    fileprivate init(document: JSONValue, _ fields: [TrackField]) {
        self.init()
        for field in fields {
            guard let value = document[named: field.name] else { continue }
            self[field] =
                switch field.form {
                case .name, .isrc, .address: value.string.map { .text($0) }
                case .kind: value.string.flatMap(Track.Kind.init).map { .kind($0) }
                case .number: value.int.map { .number($0) }
                case .links: value.links.map { .links($0) }
                }
        }
    }
}

extension JSONValue {
    fileprivate var links: [TrackLink]? {
        guard isObject else { return nil }
        return members.compactMap { member in
            member.value.string.map { TrackLink(service: member.name, address: $0) }
        }
    }

    fileprivate var interval: Interval? { double.flatMap(Interval.init(seconds:)) }

    fileprivate var timestamp: Timestamp? { double.flatMap(Timestamp.init(seconds:)) }
}
