public import JSON

/// JSON as a plain value, for asking, comparing and making up.
public enum Tree: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    /// A parsed value.
    public init(_ value: JSONValue) {
        if value.isObject {
            let members = value.members.map { ($0.nameValue.readable ?? "", Tree($0.value)) }
            self = .object(Dictionary(members) { first, _ in first })
        } else if value.isArray {
            self = .array(value.elements.map(Tree.init))
        } else if let string = value.readable {
            self = .string(string)
        } else if let number = value.double {
            self = .number(number)
        } else if let bool = value.bool {
            self = .bool(bool)
        } else {
            self = .null
        }
    }

    /// A JSON text.
    public init(_ text: [UInt8]) throws {
        self = try JSONParser().parse(text[...]) { Tree($0) }
    }

    /// The member with this name.
    public subscript(name: String) -> Tree? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text of a string.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The value of a number.
    public var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The value of a whole number.
    public var int: Int? { number.flatMap { Int(exactly: $0) } }

    /// The value of `true` or `false`.
    public var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// The elements of an array; none of anything else.
    public var elements: [Tree] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The members of an object; none of anything else.
    public var members: [String: Tree] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// Writes it, an object's members in the order of their names.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.bool(bool)
        case .number(let number): writer.double(number)
        case .string(let string): writer.string(string)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for name in names {
                writer.key(named: name)
                members[name]?.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// It as a JSON text.
    public var text: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The same as a string.
    public var json: String { String(decoding: text, as: UTF8.self) }

    /// The names of an object's members, sorted.
    public var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.keys.sorted()
    }

    /// RFC 7396, section 2: `MergePatch(Target, Patch)`.
    public func patched(with patch: Tree) -> Tree {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: Tree] = [:]
        if case .object(let own) = self { members = own }
        for (name, change) in changes {
            members[name] =
                change == .null ? nil : (members[name] ?? .null).patched(with: change)
        }
        return .object(members)
    }
}
