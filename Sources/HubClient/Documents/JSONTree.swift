/// Any JSON value: what the hub says that has no type of its own here, and what a program sends.
public enum JSONTree: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// A member of an object; `nil` where there is none.
    public subscript(name: String) -> JSONTree? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text; `nil` for what is none.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The flag; `nil` for what is none.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The whole number; `nil` for what is none.
    public var int: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }
}

extension JSONTree: Codable {
    /// Reads whatever value is there.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // The most frequent kinds first: a wrong guess costs an error.
        if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let members = try? value.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let elements = try? value.decode([JSONTree].self) {
            self = .array(elements)
        } else {
            self = .null
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let elements): try value.encode(elements)
        case .object(let members): try value.encode(members)
        }
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral text: String) { self = .string(text) }

    /// A flag.
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }

    /// A number.
    public init(integerLiteral number: Int) { self = .number(Double(number)) }

    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }

    /// An array.
    public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }

    /// An object; of two members of the same name the last counts.
    public init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
