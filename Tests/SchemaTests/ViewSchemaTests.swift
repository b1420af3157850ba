import Expectations
import HubClient
import NowPlaying
import Testing
import Views

/// Views, their options and the parts of a state, as schemas and pages list them.
struct ViewSchemaTests {
    /// Views whose documents leave the program.
    private static let views = View.all.filter(\.definition.isEncoded)

    /// The rows of the page's table, by the view that each is about.
    private func row(of view: View) throws -> [String] {
        let rows = try Page("docs/socket.md").table("view | shows").filter {
            $0[0].codes == [view.definition.name]
        }
        return try #require(rows.count == 1 ? rows.first : nil)
    }

    @Test func `the schema and the page list the views of the program`() throws {
        let names = Self.views.map(\.definition.name)
        try expect(Schema("request").values("$defs/view"), is: names)
        try expect(
            Page("docs/socket.md").table("view | shows").map(\.[0].codes), is: names.map { [$0] })
        let records = try Schema("record")
        for name in names { #expect(records.allMembers.contains(name)) }
    }

    @Test func `the library knows the views of the program`() {
        expect(HubView.typed.map(\.rawValue), is: Self.views.map(\.name))
        expect(HubView.typed.map(\.isOfSession), is: Self.views.map(\.isOfSession))
    }

    @Test func `the schema lists the options of the program`() throws {
        let names = DocumentOptions.Name.allCases.map(\.rawValue)
        try expect(Schema("request").members("$defs/options"), is: Set(names))
    }

    @Test(arguments: views)
    func `the schema and the page give a view the options that it has`(view: View) throws {
        let names = Set(view.definition.options.map(\.rawValue))
        try expect(Self.options(of: view.definition.name), is: names)
        try expect(Set(row(of: view)[2].codes), is: names)
    }

    /// The options that the schema of requests allows for a view.
    private static func options(of view: String) throws -> Set<String> {
        let schema = try Schema("request")
        let rules = try #require(schema["$defs/viewRules/allOf"] as? [[String: Any]])
        let allowed = rules.compactMap { rule -> Set<String>? in
            guard let condition = rule["if"] as? [String: Any],
                (value(condition, "properties/view/const") as? String) == view,
                let options = value(rule, "then/properties/options") as? [String: Any]
            else { return nil }
            return Set((options["properties"] as? [String: Any])?.keys.map { $0 } ?? [])
        }
        return allowed.first ?? schema.members("$defs/options")
    }

    private static func value(_ node: [String: Any], _ path: String) -> Any? {
        path.split(separator: "/").reduce(node) { node, step in
            (node as? [String: Any])?[String(step)]
        }
    }

    @Test(arguments: views)
    func `the page gives a view the parts that change it`(view: View) throws {
        let options = DocumentOptions(view: view, historyCount: 1, includesListeners: true)
        let parts = Self.names(of: options.relevantChanges)
        try expect(row(of: view)[3].codes, is: parts)
    }

    @Test func `the schema and the page list the parts of a state`() throws {
        let names = Self.names(of: .all)
        try expect(Schema("record").values("$defs/changed/items"), is: names)
        try expect(Page("docs/records.md").table("part |").map(\.[0].codes), is: names.map { [$0] })
        try expect(Schema("now-playing").members(""), is: Set(names))
    }

    /// The names of parts, in the order in which records list them.
    private static func names(of parts: StateParts) -> [String] {
        StateParts.names.filter { parts.contains($0.0) }.map(\.1)
    }

    @Test func `the schema and the page list the states of a connection`() throws {
        let states = StationConnection.State.allCases.map(\.rawValue)
        try expect(Schema("now-playing").values("$defs/connection/properties/state"), is: states)
        let rows = try Page("docs/records.md").table("`connection.state`")
        expect(rows.map(\.[0].codes), is: states.map { [$0] })
    }

    @Test func `the schema and the page list the qualities of a position`() throws {
        let qualities = Anchor.Quality.allCases.map(\.rawValue)
        try expect(Schema("now-playing").values("$defs/playback/properties/quality"), is: qualities)
        let rows = try Page("docs/records.md").table("`quality`")
        expect(rows.map(\.[0].codes), is: qualities.map { [$0] })
    }
}
