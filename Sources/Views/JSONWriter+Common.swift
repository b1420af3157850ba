public import JSON
public import NowPlaying

/// What several documents are written with.
extension JSONWriter {
    mutating func member(_ key: StaticString, _ time: Timestamp?) {
        guard let time else { return }
        member(key, milliseconds: time.milliseconds)
    }

    mutating func member(_ key: StaticString, _ length: Interval?) {
        guard let length else { return }
        member(key, milliseconds: length.milliseconds)
    }

    /// Writes a number to three decimals, as all numbers of the hub are.
    mutating func member(_ key: StaticString, rounded number: Double) {
        member(key, Interval(seconds: number))
    }

    /// Writes these fields of a track, into an object that has begun.
    public mutating func members(_ fields: [TrackField], of details: TrackDetails) {
        for field in fields {
            switch details[field] {
            case .text(let text): member(field.key, text)
            case .kind(let kind): member(field.key, kind.rawValue)
            case .number(let number): member(field.key, number)
            case .links(let links): write(field.key, links)
            case nil: break
            }
        }
    }

    private mutating func write(_ key: StaticString, _ links: [TrackLink]) {
        beginObject(key)
        for link in links {
            self.key(named: link.service)
            string(link.address)
        }
        endObject()
    }

    /// Writes a picture: its address and, where it is known, its size in pixels.
    mutating func write(_ artwork: Artwork) {
        beginObject()
        member("url", artwork.url)
        member("width", artwork.size?.width)
        member("height", artwork.size?.height)
        member("aspectRatio", milliseconds: artwork.aspectRatio)
        endObject()
    }

    /// Writes a command with the parameters that `command` takes.
    mutating func write(_ command: SessionCommand) {
        beginObject()
        writeMembers(of: command)
        endObject()
    }

    /// Writes a command's action and parameters, into an object that has begun.
    public mutating func writeMembers(of command: SessionCommand) {
        member("action", command.action)
        switch command {
        case .play, .pause, .stop, .toggle, .live, .next, .previous: break
        case .select(let station, let stream):
            member("station", station)
            member("stream", stream)
        case .seekBy(let length): member("by", length)
        case .seekTo(let position): member("to", position)
        case .seekToTime(let time): member("at", time)
        case .seekToElement(let id): member("element", id)
        case .rate(let rate): member("value", rounded: rate)
        case .cycleRate: member("cycle", true)
        case .repeatMode(let mode): member("mode", mode.rawValue)
        case .shuffle(let isOn): member("on", isOn)
        case .favourite(let station, let isOn):
            member("station", station)
            member("on", isOn)
        case .order(let stations):
            beginArray("stations")
            for station in stations { string(station) }
            endArray()
        case .reconnect(let station): member("station", station)
        }
    }
}

extension SessionCommand {
    /// The word by which `command` knows it.
    var action: String {
        switch self {
        case .select: "select"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .toggle: "toggle"
        case .seekBy, .seekTo, .seekToTime, .seekToElement: "seek"
        case .live: "live"
        case .next: "next"
        case .previous: "previous"
        case .rate, .cycleRate: "rate"
        case .repeatMode: "repeat"
        case .shuffle: "shuffle"
        case .favourite: "favourite"
        case .order: "order"
        case .reconnect: "reconnect"
        }
    }
}
