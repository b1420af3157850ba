/// A value with its D-Bus type, as a property or an entry of a map has it.
public indirect enum DBusValue: Hashable, Sendable {
    /// One entry of a map from names to values of any type.
    public struct Entry: Hashable, Sendable {
        /// The name.
        public let key: String
        /// The value.
        public let value: DBusValue

        /// An entry with its parts.
        public init(key: String, value: DBusValue) {
            self.key = key
            self.value = value
        }
    }

    case string(String)
    case objectPath(String)
    case strings([String])
    case bool(Bool)
    case int64(Int64)
    case double(Double)
    case map([Entry])

    /// The type in D-Bus's notation.
    public var signature: String {
        switch self {
        case .string: "s"
        case .objectPath: "o"
        case .strings: "as"
        case .bool: "b"
        case .int64: "x"
        case .double: "d"
        case .map: "a{sv}"
        }
    }
}
