import Foundation

/// The root of this repository.
private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

/// A published schema, as the tree that it is.
struct Schema {
    private let tree: Any

    /// The schema in `schemas/NAME.json`.
    init(_ name: String) throws {
        tree = try JSONSerialization.jsonObject(
            with: Data(contentsOf: root.appending(path: "schemas/\(name).json")))
    }

    /// The value at a path such as `$defs/view/enum`.
    subscript(path: String) -> Any? {
        path.split(separator: "/").reduce(tree) { node, step in
            (node as? [String: Any])?[String(step)]
        }
    }

    /// The values that something may have.
    func values(_ path: String) -> [String] { self[path + "/enum"] as? [String] ?? [] }

    /// The names of an object's members.
    func members(_ path: String) -> Set<String> {
        Set((self[path + "/properties"] as? [String: Any])?.keys ?? [:].keys)
    }

    /// The names of the members of all objects that it describes.
    var allMembers: Set<String> { Self.members(in: tree) }

    private static func members(in node: Any) -> Set<String> {
        if let list = node as? [Any] {
            return list.reduce(into: []) { $0.formUnion(members(in: $1)) }
        }
        guard let object = node as? [String: Any] else { return [] }
        let own = (object["properties"] as? [String: Any])?.keys.map { $0 } ?? []
        return object.reduce(into: Set(own)) { names, child in
            guard child.key != "examples" else { return }
            names.formUnion(members(in: child.value))
        }
    }
}

/// A text file of this repository.
struct Page {
    private let lines: [String]

    /// The file with this path from the root.
    init(_ path: String) throws {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The cells of the table with this head, row by row.
    func table(_ head: String) -> [[String]] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("| \(head)") }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
        }
    }

    /// The words in the first group of a pattern, wherever it matches.
    func matches(of pattern: Regex<(Substring, Substring)>) -> [String] {
        lines.joined(separator: "\n").matches(of: pattern).map { String($0.output.1) }
    }
}

extension String {
    /// The words that stand as code in a text.
    var codes: [String] { matches(of: /`(\w+)`/).map { String($0.output.1) } }
}
