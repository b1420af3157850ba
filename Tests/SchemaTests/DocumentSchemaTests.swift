import Expectations
import NowPlaying
import Testing

/// The tables of members of documents, beside the schemas that users read.
struct DocumentSchemaTests {
    @Test func `the document nowPlaying has the members of its schema`() throws {
        try expect(NowPlaying.shape, is: Schema("now-playing").shape(""))
    }
}

extension Schema {
    /// The kind of value that stands at a path; references are followed.
    func shape(_ path: String) -> DocumentShape? {
        if let reference = self[path + "/$ref"] as? String {
            return shape(String(reference.dropFirst("#/".count)))
        }
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
