import JSON

/// JSON as a plain value, for comparing and for making up.
enum Tree: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(_ value: JSONValue) {
        if value.isObject {
            let members = value.members.map { ($0.name, Tree($0.value)) }
            self = .object(Dictionary(members) { first, _ in first })
        } else if value.isArray {
            self = .array(value.elements.map(Tree.init))
        } else if let string = value.string {
            self = .string(string)
        } else if let number = value.double {
            self = .number(number)
        } else if let bool = value.bool {
            self = .bool(bool)
        } else {
            self = .null
        }
    }

    init(_ text: String) throws {
        self = try JSONParser().parse(Array(text.utf8)) { Tree($0) }
    }

    func write(to writer: inout JSONWriter) {
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
            for (name, value) in members {
                writer.key(named: name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    var text: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// RFC 7396, section 2: `MergePatch(Target, Patch)`.
    func patched(with patch: Tree) -> Tree {
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

/// A generator whose numbers depend on its seed alone (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Tree {
    /// Something random; small names and values, so that two of them have much in common.
    /// `null` occurs in arrays only, where patches can carry it.
    static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 0: return .bool(.random(using: &generator))
        case 1: return .number(Double(Int.random(in: -2...2, using: &generator)) / 2)
        case 2: return .string(["", "a", "é\"\n", "日本"].randomElement(using: &generator) ?? "")
        case 3:
            let count = Int.random(in: 0..<3, using: &generator)
            return .array((0..<count).map { _ in .randomLeaf(using: &generator) })
        default: return randomObject(depth: depth - 1, using: &generator)
        }
    }

    static func randomObject(depth: Int, using generator: inout SeededGenerator) -> Tree {
        var members: [String: Tree] = [:]
        for name in ["a", "b", "c", "d\"~/"] where Bool.random(using: &generator) {
            members[name] = .random(depth: depth, using: &generator)
        }
        return .object(members)
    }

    private static func randomLeaf(using generator: inout SeededGenerator) -> Tree {
        Bool.random(using: &generator) ? .null : random(depth: 0, using: &generator)
    }
}
