import Expectations
import NowPlaying
import Hub
import Sessions
import Testing

/// Commands, errors and the status, as schemas and pages list them.
struct RequestSchemaTests {
    @Test func `the schema and the page list the actions of the program`() throws {
        let names = CommandAction.all.map(\.name)
        let path = "$defs/command/properties/action"
        try expect(Schema("car-play").values(path), is: names)
        let rows = try Page("docs/sessions.md").table("action | parameters")
        expect(rows.flatMap(\.[0].codes), is: names)
    }

    @Test func `the schemas list the parameters of all actions`() throws {
        let parameters = Set(CommandAction.all.flatMap(\.parameters).map { "\($0.key)" })
        try expect(Schema("car-play").members("$defs/command"), is: parameters.union(["action"]))
        try expect(
            Schema("request").members("$defs/command"),
            is: parameters.union(["action", "session", "sender"]))
    }

    @Test func `the page gives each action its parameters`() throws {
        for row in try Page("docs/sessions.md").table("action | parameters") {
            let actions = CommandAction.all.filter { row[0].codes.contains($0.name) }
            let parameters = Set(actions.flatMap(\.parameters).map { "\($0.key)" })
            // A mode of repetition is a word of its own.
            let words = Set(ListeningSession.RepeatMode.allCases.map(\.rawValue))
            expect(Set(row[1].codes).subtracting(words), is: parameters, "\(row[0])")
        }
    }

    @Test func `the schema and the page list the errors of the program`() throws {
        let codes = RequestError.Code.allCases.map(\.number)
        let schema = try Schema("response")
        expect(schema["$defs/error/properties/code/enum"] as? [Int], is: codes)
        let rows = try Page("docs/socket.md").table("code | meaning")
        expect(rows.map { Int($0[0].filter { $0 != " " }) }, is: codes)
    }
}
