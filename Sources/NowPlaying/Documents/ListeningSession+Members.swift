extension ListeningSession: DocumentObject {
    /// A session without a name.
    public static var blank: ListeningSession {
        ListeningSession(id: "", since: Timestamp(milliseconds: 0))
    }

    /// All that a command or a report changes.
    public static let members: [DocumentMember<ListeningSession>] = [
        DocumentMember("id", \.id), DocumentMember("sender", \.sender),
        DocumentMember("station", \.station), DocumentMember("stream", \.stream),
        DocumentMember("state", \.state), DocumentMember("since", \.since),
        DocumentMember("listened", \.listened), DocumentMember("rate", \.rate),
        DocumentMember("position", \.position), DocumentMember("repeat", \.repeatMode),
        DocumentMember("shuffle", \.isShuffled), DocumentMember("seenUntil", \.seenUntil),
        DocumentMember(list: "requests", \.requests),
    ]
}

extension PlaybackState: DocumentValue {}

extension ListeningSession.RepeatMode: DocumentValue {}

/// An empty object at the live edge.
extension ListeningPosition: DocumentValue {
    /// An object.
    public static var shape: DocumentShape { Rewound.shape }

    /// Writes the position in the broadcast.
    public func write(to writer: inout any DocumentWriter) {
        guard let rewound else {
            writer.beginObject()
            return writer.endObject()
        }
        rewound.write(to: &writer)
    }

    /// Reads a position in the broadcast.
    public static func read(_ value: any DocumentReader) -> ListeningPosition? {
        guard value.member("heard") != nil else { return value.isObject ? .live : nil }
        return Rewound.read(value).map { .rewound($0) }
    }
}

extension ListeningPosition.Rewound: DocumentObject {
    /// A position at no particular time.
    public static var blank: Self {
        Self(heard: Timestamp(milliseconds: 0), asOf: Timestamp(milliseconds: 0))
    }

    /// The members of a position behind the live edge.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("heard", \.heard), DocumentMember("asOf", \.asOf),
        DocumentMember("isSought", \.isSought),
    ]
}

extension ListeningSession.Request: DocumentObject {
    /// A request to play.
    public static var blank: Self { Self(command: .play) }

    /// The members of an element of `requests`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("command", \.command), DocumentMember("failure", \.failure),
    ]
}

/// An object with the player's words; an empty one where the player has not answered.
extension ListeningSession.Failure: DocumentValue {
    /// An object.
    public static var shape: DocumentShape { .object(["text": .string], required: []) }

    /// Writes the player's words.
    public func write(to writer: inout any DocumentWriter) {
        writer.beginObject()
        if case .reported(let text) = self {
            writer.key("text")
            writer.string(text)
        }
        writer.endObject()
    }

    /// Reads the player's words.
    public static func read(_ value: any DocumentReader) -> Self? {
        value.member("text")?.string.map { .reported($0) } ?? .noAnswer
    }
}

// MARK: Commands

/// A command by the names of the action and of its parameters, each in its own form.
extension SessionCommand: DocumentValue {
    /// An object with an action.
    public static var shape: DocumentShape {
        .object(["action": .string], required: ["action"])
    }

    /// Writes the action with its parameters.
    public func write(to writer: inout any DocumentWriter) {
        let (action, parameters) = parts
        writer.beginObject()
        writer.key("action")
        writer.string(action.name)
        for (parameter, value) in parameters.entries {
            writer.key(parameter.key)
            value.write(to: &writer)
        }
        writer.endObject()
    }

    /// Reads a known action with the parameters that it needs.
    public static func read(_ value: any DocumentReader) -> SessionCommand? {
        guard let action = value.member("action")?.string.flatMap({ CommandAction.named($0) })
        else { return nil }
        let parameters = action.parameters.reduce(into: CommandParameters.none) { read, parameter in
            read[parameter] = value.member(parameter.key).flatMap {
                CommandValue.read($0, parameter.form)
            }
        }
        return action.forms.lazy.compactMap { $0.make(parameters) }.first
    }
}

extension CommandValue {
    /// Writes the value.
    public func write(to writer: inout any DocumentWriter) {
        switch self {
        case .id(let id): id.write(to: &writer)
        case .ids(let ids): ids.write(to: &writer)
        case .length(let length): length.write(to: &writer)
        case .time(let time): time.write(to: &writer)
        case .number(let number): number.write(to: &writer)
        case .repeatMode(let mode): mode.write(to: &writer)
        case .flag(let flag): flag.write(to: &writer)
        }
    }

    /// Reads a value of the type of a parameter.
    static func read(_ value: any DocumentReader, _ form: CommandParameter.Form) -> CommandValue? {
        switch form {
        case .station, .id: value.string.map { .id($0) }
        case .stations: [String].read(value).map { .ids($0) }
        case .length, .position: value.length.map { .length($0) }
        case .time: value.time.map { .time($0) }
        case .rate: value.double.map { .number($0) }
        case .repeatMode: ListeningSession.RepeatMode.read(value).map { .repeatMode($0) }
        case .flag, .mark: value.bool.map { .flag($0) }
        }
    }
}
