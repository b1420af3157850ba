import FanOut
package import JSON
package import NowPlaying
package import Stations

/// A session as the members of a cluster share it: all that a command or a report changes.
///
/// Each member works out the effects of time and of the station by itself.
package struct SharedSession: Equatable, Sendable {
    /// A request to the player.
    struct Asked: Equatable, Sendable {
        /// The sender, by the name that it gave.
        var sender: String?
        /// The time after which it has failed.
        var expires: Timestamp
    }

    /// The state that is shown.
    package var reported: ListeningSession
    /// The requested state.
    package var requested: ListeningSession
    /// A place for each of `reported.requests`.
    var asked: [Asked] = []
    /// The time until which a failure is shown.
    var failureEnds: Timestamp?
    /// The client that reports the real playback.
    package var player: SharedClient?
    /// The members that have subscriptions to it, or its player.
    package var followers: [String] = []
    /// The client that changed it last, if it used the socket.
    var asker: SharedClient?

    init(_ session: ListeningSession) {
        reported = session
        requested = session
    }
}

/// A client of a member of a cluster.
package struct SharedClient: Hashable, Sendable {
    /// The member, in one of its lives.
    package let member: String
    let number: Int

    init(_ client: ClientID, of member: String) {
        self.member = member
        number = client.number
    }

    /// The client, where it is one of this member's.
    func client(of member: String) -> ClientID? {
        member == self.member ? ClientID(number: number) : nil
    }
}

/// The listeners' choices among the stations, as the members of a cluster share them.
package struct SharedPreferences: Equatable, Sendable {
    package var preferences: Preferences
    /// The sender of the last change, by the name that it gave.
    package var sender: String?

    package init(_ preferences: Preferences, sender: String? = nil) {
        self.preferences = preferences
        self.sender = sender
    }
}

// MARK: As JSON

extension SharedPreferences: SharedObject {
    package static var blank: SharedPreferences { SharedPreferences(Preferences()) }

    package static let members: [SharedMember<SharedPreferences>] = [
        SharedMember("favourites", \.preferences.favourites),
        SharedMember("order", \.preferences.order),
        SharedMember("streams", \.preferences.streams), SharedMember("sender", \.sender),
    ]
}

extension SharedSession: SharedObject {
    package static var blank: SharedSession { SharedSession(.blank) }

    package static let members: [SharedMember<SharedSession>] = [
        SharedMember("reported", \.reported), SharedMember("requested", \.requested),
        SharedMember("asked", \.asked), SharedMember("failureEnds", \.failureEnds),
        SharedMember("player", \.player), SharedMember("followers", \.followers),
        SharedMember("asker", \.asker),
    ]
}

extension SharedSession.Asked: SharedObject {
    package static var blank: Self { Self(sender: nil, expires: Timestamp(milliseconds: 0)) }

    package static var members: [SharedMember<Self>] {
        [SharedMember("sender", \.sender), SharedMember("expires", \.expires)]
    }
}

/// The member and the client's number, with a blank between.
extension SharedClient: SharedValue {
    package func write(to writer: inout JSONWriter) { writer.string("\(member) \(number)") }

    package static func read(_ value: JSONValue) -> SharedClient? {
        guard let parts = value.word?.split(separator: " "), parts.count == 2,
            let number = Int(parts[1])
        else { return nil }
        return SharedClient(ClientID(number: number), of: String(parts[0]))
    }
}

extension ListeningSession: SharedObject {
    package static var blank: ListeningSession {
        ListeningSession(id: "", since: Timestamp(milliseconds: 0))
    }

    package static let members: [SharedMember<ListeningSession>] = [
        SharedMember("id", \.id), SharedMember("sender", \.sender),
        SharedMember("station", \.station), SharedMember("stream", \.stream),
        SharedMember("state", \.state), SharedMember("since", \.since),
        SharedMember("listened", \.listened), SharedMember("rate", \.rate),
        SharedMember("position", \.position), SharedMember("repeat", \.repeatMode),
        SharedMember("shuffle", \.isShuffled), SharedMember("requests", \.requests),
    ]
}

extension PlaybackState: SharedValue {}

extension ListeningSession.RepeatMode: SharedValue {}

/// An empty object at the live edge.
extension ListeningPosition: SharedValue {
    package func write(to writer: inout JSONWriter) {
        guard let rewound else {
            writer.beginObject()
            return writer.endObject()
        }
        rewound.write(to: &writer)
    }

    package static func read(_ value: JSONValue) -> ListeningPosition? {
        guard value["heard"] != nil else { return value.isObject ? .live : nil }
        return Rewound.read(value).map { .rewound($0) }
    }
}

extension ListeningPosition.Rewound: SharedObject {
    package static var blank: Self {
        Self(heard: Timestamp(milliseconds: 0), asOf: Timestamp(milliseconds: 0))
    }

    package static var members: [SharedMember<Self>] {
        [
            SharedMember("heard", \.heard), SharedMember("asOf", \.asOf),
            SharedMember("isSought", \.isSought),
        ]
    }
}

extension ListeningSession.Request: SharedObject {
    package static var blank: Self { Self(command: .play) }

    package static var members: [SharedMember<Self>] {
        [SharedMember("command", \.command), SharedMember("failure", \.failure)]
    }
}

/// An object with the player's words; an empty one where it has not answered.
extension ListeningSession.Failure: SharedValue {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if case .reported(let text) = self { writer.member("text", text) }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> Self? {
        value["text"]?.readable.map { .reported($0) } ?? .noAnswer
    }
}

/// By the names of the action and of its parameters, each in its own form.
extension SessionCommand: SharedValue {
    package func write(to writer: inout JSONWriter) {
        let (action, parameters) = parts
        writer.beginObject()
        writer.member("action", action.name)
        for (parameter, value) in parameters.entries {
            writer.key(parameter.key)
            value.write(to: &writer)
        }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> SessionCommand? {
        guard let action = value["action"]?.word.flatMap({ CommandAction.named($0) }) else {
            return nil
        }
        let parameters = action.parameters.reduce(into: CommandParameters.none) { read, parameter in
            read[parameter] = value[parameter.key].flatMap {
                CommandValue.read($0, parameter.form)
            }
        }
        return action.forms.lazy.compactMap { $0.make(parameters) }.first
    }
}

extension CommandValue {
    fileprivate func write(to writer: inout JSONWriter) {
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

    fileprivate static func read(
        _ value: JSONValue, _ form: CommandParameter.Form
    ) -> CommandValue? {
        switch form {
        case .station, .id: String.read(value).map { .id($0) }
        case .stations: [String].read(value).map { .ids($0) }
        case .length, .position: Interval.read(value).map { .length($0) }
        case .time: Timestamp.read(value).map { .time($0) }
        case .rate: Double.read(value).map { .number($0) }
        case .repeatMode: ListeningSession.RepeatMode.read(value).map { .repeatMode($0) }
        case .flag, .mark: Bool.read(value).map { .flag($0) }
        }
    }
}
