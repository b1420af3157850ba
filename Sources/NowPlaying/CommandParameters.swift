/// The parameters of a command, by the names that JSON has for them; it has some of them.
public struct CommandParameters: Sendable {
    var station: String?
    var stream: String?
    var by: Interval?
    var to: Interval?
    var at: Timestamp?
    var element: String?
    var value: Double?
    var cycle: Bool?
    var mode: ListeningSession.RepeatMode?
    var on: Bool?
    var stations: [String]?

    /// No parameters.
    public static let none = Self()
}

/// A parameter that commands can have: how it is named, typed and worded.
///
/// A new one is a member of `CommandParameters` and a line here.
public struct CommandParameter: Sendable {
    /// Where the parameters have a value.
    public typealias Member<Value> = any WritableKeyPath<CommandParameters, Value?> & Sendable

    /// The type of its value, with the member that holds it.
    public enum Form: Sendable {
        /// The id of a station.
        case station(Member<String>)
        /// The ids of stations.
        case stations(Member<[String]>)
        /// The id of something else.
        case id(Member<String>)
        /// A length of time, which may be negative.
        case length(Member<Interval>)
        /// A position inside what is heard.
        case position(Member<Interval>)
        /// A time of broadcast.
        case time(Member<Timestamp>)
        /// A rate of playback.
        case rate(Member<Double>)
        /// What is played again.
        case repeatMode(Member<ListeningSession.RepeatMode>)
        /// True or false.
        case flag(Member<Bool>)
        /// True; false is the same as its absence.
        case mark(Member<Bool>)
    }

    /// Where it stands in the words of `nphub send`.
    public enum Place: Sendable {
        /// In the order of the parameters.
        case ordered
        /// The same, and it may be left out.
        case optional
        /// Behind its own name, which tells this form of the action from others.
        case named
    }

    /// Its name in JSON.
    public let key: StaticString
    /// The type of its value.
    public let form: Form
    /// Where it stands among words.
    public let place: Place
    /// What stands for its value in a help.
    private let placeholder: String

    private init(
        _ key: StaticString, _ form: Form, _ place: Place = .ordered, as placeholder: String = ""
    ) {
        self.key = key
        self.form = form
        self.place = place
        self.placeholder = placeholder
    }

    static let station = Self("station", .station(\.station), as: "STATION")
    static let stream = Self("stream", .id(\.stream), .optional, as: "STREAM")
    static let by = Self("by", .length(\.by), as: "LENGTH")
    static let to = Self("to", .position(\.to), .named, as: "POSITION")
    static let at = Self("at", .time(\.at), .named, as: "TIME")
    static let element = Self("element", .id(\.element), .named, as: "ID")
    static let value = Self("value", .rate(\.value), as: "RATE")
    static let cycle = Self("cycle", .mark(\.cycle), .named)
    static let mode = Self(
        "mode", .repeatMode(\.mode), as: "off|one|all")
    static let on = Self("on", .flag(\.on), as: "on|off")
    static let stations = Self(
        "stations", .stations(\.stations), as: "STATION …")

    /// How a help words it.
    var usage: String {
        switch place {
        case .ordered: placeholder
        case .optional: "[\(placeholder)]"
        case .named: placeholder.isEmpty ? "\(key)" : "\(key) \(placeholder)"
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
