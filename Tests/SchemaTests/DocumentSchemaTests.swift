import Expectations
import NowPlaying
import Testing

/// The tables of members of documents, beside the schemas that users read.
struct DocumentSchemaTests {
    @Test func `the document nowPlaying has the members of its schema`() throws {
        try expect(NowPlaying.shape, is: Schema("now-playing").shape(""))
    }

    @Test func `a status has the members of its schema`() throws {
        try expect(HubStatus.shape.withoutRequired, is: Schema("status").shape("")?.withoutRequired)
    }
}

extension DocumentShape {
    /// The shape with all members optional, and with members of one kind under any names: the
    /// checks of a hub are a table.
    fileprivate var withoutRequired: DocumentShape {
        switch self {
        case .object(let members, required: _):
            members.withoutRequired
        case .array(let element): .array(element.withoutRequired)
        case .map(let value): .map(value.withoutRequired)
        case .string, .integer, .number, .boolean: self
        }
    }
}

extension [String: DocumentShape] {
    fileprivate var withoutRequired: DocumentShape {
        let loose = mapValues(\.withoutRequired)
        guard loose.count > 1, let first = loose.values.first, Set(loose.values) == [first] else {
            return .object(loose, required: [])
        }
        return .map(first)
    }
}

extension Schema {
    /// The kind of value that stands at a path; references are followed.
    func shape(_ path: String) -> DocumentShape? {
        if let reference = self[path + "/$ref"] as? String { return shape(of: reference) }
        switch self[path + "/type"] as? String {
        case "object": return object(path)
        case "array": return shape(path + "/items").map { .array($0) }
        case "string": return .string
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        default: return self[path + "/enum"] == nil ? nil : .string
        }
    }

    /// The kind of value to which a reference leads: here, or in another file.
    private func shape(of reference: String) -> DocumentShape? {
        let parts = reference.split(separator: "#/", omittingEmptySubsequences: false)
        let place = parts.count > 1 ? String(parts[1]) : ""
        guard let file = parts.first, !file.isEmpty else { return shape(place) }
        return (try? Schema(String(file.dropLast(".json".count))))?.shape(place)
    }

    private func object(_ path: String) -> DocumentShape? {
        guard self[path + "/properties"] != nil else {
            return shape(path + "/additionalProperties").map { .map($0) }
        }
        let members = members(path).map { ($0, shape(path + "/properties/" + $0)) }
        return .object(
            Dictionary(
                uniqueKeysWithValues: members.compactMap { name, shape in
                    shape.map { (name, $0) }
                }),
            required: Set(self[path + "/required"] as? [String] ?? []))
    }
}
