public import JSON
public import NowPlaying

/// Members that several documents have.
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
    public mutating func member(_ key: StaticString, rounded number: Double) {
        member(key, thousandths: Interval(seconds: number)?.milliseconds)
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
    mutating func write(_ artwork: ArtworkReference) {
        beginObject()
        member("url", artwork.url)
        member("width", artwork.size?.width)
        member("height", artwork.size?.height)
        member("aspectRatio", thousandths: artwork.aspectRatio)
        if let variant = artwork.variant {
            member(variant.style == .light ? "light" : "dark", variant.url)
        }
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
        let (action, parameters) = command.parts
        writeMembers(of: action, parameters)
    }

    /// Writes an action and its parameters, into an object that has begun.
    public mutating func writeMembers(of action: CommandAction, _ values: CommandParameters) {
        member("action", action.name)
        for (parameter, value) in values.entries { write(parameter.key, value) }
    }

    private mutating func write(_ key: StaticString, _ value: CommandValue) {
        switch value {
        case .id(let id): member(key, id)
        case .ids(let ids):
            beginArray(key)
            for id in ids { string(id) }
            endArray()
        case .length(let length): member(key, length)
        case .time(let time): member(key, time)
        case .number(let number): member(key, number)
        case .repeatMode(let mode): member(key, mode.rawValue)
        case .flag(let flag): member(key, flag)
        }
    }
}
