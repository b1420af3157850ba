public import NowPlaying

/// The parameters of `command`: an action of a listening session with its own parameters.
///
/// Lock screens and cars name actions in their documents; a client sends them back as they are,
/// also those that it does not know.
public struct SessionAction: Hashable, Sendable {
    /// The action and its parameters, as JSON has them.
    public let members: [String: JSONTree]

    /// The name of the action, such as `seek`.
    public var name: String { members["action"]?.string ?? "" }

    /// The action of a command.
    public init(_ command: SessionCommand) {
        let (action, parameters) = command.parts
        self.init(action, parameters)
    }

    /// An action with its parameters.
    public init(_ action: CommandAction, _ values: CommandParameters) {
        var members: [String: JSONTree] = ["action": .string(action.name)]
        for (parameter, value) in values.entries { members["\(parameter.key)"] = JSONTree(value) }
        self.members = members
    }
}

extension SessionAction: Codable {
    /// Reads an action; what has no name is none.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        members = try value.decode([String: JSONTree].self)
        guard members["action"]?.string != nil else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "no action")
        }
    }

    /// Writes the action as it was read.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(members)
    }
}

extension JSONTree {
    fileprivate init(_ value: CommandValue) {
        self =
            switch value {
            case .id(let id): .string(id)
            case .ids(let ids): .array(ids.map { .string($0) })
            case .length(let length): .number(length.seconds)
            case .time(let time): .number(time.seconds)
            case .number(let number): .number(number)
            case .repeatMode(let mode): .string(mode.rawValue)
            case .flag(let flag): .bool(flag)
            }
    }
}
