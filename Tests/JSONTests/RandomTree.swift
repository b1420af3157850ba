import JSON
import Support
import TestSupport

extension Tree {
    /// A JSON text.
    init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

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
