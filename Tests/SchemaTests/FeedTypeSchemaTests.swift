import Expectations
import Feeds
import Testing

/// The types of feeds, as the schema of configs lists them.
struct FeedTypeSchemaTests {
    @Test func `the schema lists the types of feeds`() throws {
        let schema = try Schema("config")
        let types = schema["$defs/feed/properties/type/oneOf"] as? [[String: Any]] ?? []
        expect(Set(types.compactMap { $0["const"] as? String }), is: Set(FeedType.all.map(\.name)))
    }

    @Test(arguments: FeedType.all.map(\.name))
    func `the schema gives a type the settings that it has`(name: String) throws {
        let forms = try Schema("config")["$defs/feed/oneOf"] as? [[String: Any]] ?? []
        let form = forms.first { Self.types(of: $0).contains(name) }
        let members = try #require(form?["properties"] as? [String: Any])
        // A mapping is described by a schema of its own.
        guard let type = FeedType.named(name), name != "json" else { return }
        let others: Set = ["type", "url", "tls", "headers"]
        expect(
            Set(members.keys).subtracting(others),
            is: Set(type.settings.filter { !$0.isOfReading }.map(\.name)))
    }

    private static func types(of form: [String: Any]) -> [String] {
        let properties = form["properties"] as? [String: Any]
        let type = properties?["type"] as? [String: Any]
        return type?["enum"] as? [String] ?? [type?["const"] as? String].compactMap(\.self)
    }
}
