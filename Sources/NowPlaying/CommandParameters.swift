/// The parameters of a command that it has, in the order of the action that takes them.
public struct CommandParameters: Sendable {
    /// A parameter with its value.
    public typealias Entry = (parameter: CommandParameter, value: CommandValue)

    /// The parameters that are present. They are few, and documents of cars have hundreds of
    /// commands: one array costs less than a member for each parameter.
    public private(set) var entries: [Entry]

    /// No parameters.
    public static let none = Self([])

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The value of a parameter; `nil` where it is left out.
    public subscript(parameter: CommandParameter) -> CommandValue? {
        get { entries.first { $0.parameter.name == parameter.name }?.value }
        set {
            entries.removeAll { $0.parameter.name == parameter.name }
            if let newValue { entries.append((parameter, newValue)) }
        }
    }
}

/// The value of a parameter.
public enum CommandValue: Hashable, Sendable {
    /// An id.
    case id(String)
    /// Ids.
    case ids([String])
    /// A length of time, or a position.
    case length(Interval)
    /// A time of broadcast.
    case time(Timestamp)
    /// A number.
    case number(Double)
    /// A mode of repetition.
    case repeatMode(ListeningSession.RepeatMode)
    /// True or false.
    case flag(Bool)
}

/// A parameter that commands can have: how it is named, typed and worded.
///
/// A new one is a name and a line here.
public struct CommandParameter: Sendable {
    /// The identifier of a parameter.
    enum Name: Sendable {
        case station, stream, by, to, at, element, value, cycle, mode, on, stations, list
    }

    /// The type of its value.
    public enum Form: Sendable {
        /// The id of a station.
        case station
        /// The ids of stations.
        case stations
        /// The id of something else.
        case id
        /// A length of time, which may be negative.
        case length
        /// A position inside what is heard.
        case position
        /// A time of broadcast.
        case time
        /// A rate of playback.
        case rate
        /// A mode of repetition.
        case repeatMode
        /// True or false.
        case flag
        /// True; false is the same as its absence.
        case mark
    }

    /// The place of a parameter in the words of `nphub send`.
    public enum Place: Sendable {
        /// In the order of the parameters.
        case ordered
        /// The same, and it may be left out.
        case optional
        /// Behind its own name, which tells this form of the action from others.
        case named
    }

    /// Its identifier.
    let name: Name
    /// Its name in JSON.
    public let key: StaticString
    /// The type of its value.
    public let form: Form
    /// Its place in the words of `nphub send`.
    public let place: Place
    /// The placeholder for its value in a help.
    private let placeholder: StaticString

    private init(
        _ name: Name, _ key: StaticString, _ form: Form, _ place: Place = .ordered,
        as placeholder: StaticString = ""
    ) {
        self.name = name
        self.key = key
        self.form = form
        self.place = place
        self.placeholder = placeholder
    }

    static let station = Self(.station, "station", .station, as: "STATION")
    static let stream = Self(.stream, "stream", .id, .optional, as: "STREAM")
    static let by = Self(.by, "by", .length, as: "LENGTH")
    static let to = Self(.to, "to", .position, .named, as: "POSITION")
    static let at = Self(.at, "at", .time, .named, as: "TIME")
    static let element = Self(.element, "element", .id, .named, as: "ID")
    static let value = Self(.value, "value", .rate, as: "RATE")
    static let cycle = Self(.cycle, "cycle", .mark, .named)
    static let mode = Self(.mode, "mode", .repeatMode, as: "off|one|all")
    static let on = Self(.on, "on", .flag, as: "on|off")
    static let stations = Self(.stations, "stations", .stations, as: "STATION …")
    static let list = Self(.list, "list", .id, as: "favourites|recent")

    /// The words for it in a help.
    var usage: String {
        switch place {
        case .ordered: "\(placeholder)"
        case .optional: "[\(placeholder)]"
        case .named: placeholder.utf8CodeUnitCount == 0 ? "\(key)" : "\(key) \(placeholder)"
        }
    }

    /// The words with which `nphub send` can be told it, where they are few.
    public var words: [String] {
        switch form {
        case _ where place == .named: ["\(key)"]
        case .repeatMode: ListeningSession.RepeatMode.allCases.map(\.rawValue)
        case .flag: ["on", "off"]
        default: []
        }
    }
}

extension CommandValue {
    /// The id; `nil` for what is none.
    var id: String? {
        if case .id(let id) = self { id } else { nil }
    }

    /// The ids; `nil` for what are none.
    var ids: [String]? {
        if case .ids(let ids) = self { ids } else { nil }
    }

    /// The length; `nil` for what is none.
    var length: Interval? {
        if case .length(let length) = self { length } else { nil }
    }

    /// The time; `nil` for what is none.
    var time: Timestamp? {
        if case .time(let time) = self { time } else { nil }
    }

    /// The number; `nil` for what is none.
    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The mode; `nil` for what is none.
    var repeatMode: ListeningSession.RepeatMode? {
        if case .repeatMode(let mode) = self { mode } else { nil }
    }

    /// True or false; `nil` for what is neither.
    var flag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }
}
