import Expectations
import JSON
import Testing
import Views

@testable import NowPlaying
@testable import Hub

/// The table of commands, by which they are written and read.
struct SessionCommandTests {
    /// Some value for each parameter.
    private static let values = CommandParameters([
        (.station, .id("kanalrand")), (.stream, .id("south")), (.by, .length(.seconds(-30))),
        (.to, .length(.seconds(90))), (.at, .time(Timestamp(milliseconds: 1_700_000_000_250))),
        (.element, .id("9f2c1c0e6b7a4d31")), (.value, .number(1.5)), (.cycle, .flag(true)),
        (.mode, .repeatMode(.one)), (.on, .flag(false)), (.stations, .ids(["b", "a"])),
        (.list, .id("recent")),
    ])

    /// One command of each form.
    private static let commands = CommandAction.all.flatMap(\.forms).compactMap {
        $0.make(values)
    }

    private func written(_ command: SessionCommand) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.writeMembers(of: command)
        writer.endObject()
        return writer.bytes
    }

    @Test(arguments: commands)
    func `a command that was written is read as the same`(command: SessionCommand) throws {
        let read = try JSONParser().parse(written(command)) { try RecordedCommand($0) }
        expect(read.command, is: command)
        expect(read.session, is: "main")
    }

    @Test func `each form of each action makes a command of its own`() {
        expect(Self.commands.count, is: CommandAction.all.flatMap(\.forms).count)
        expect(Set(Self.commands).count, is: Self.commands.count)
        for action in CommandAction.all {
            let made = action.forms.compactMap { $0.make(Self.values)?.parts.action.name }
            expect(made, is: action.forms.map { _ in action.name })
        }
    }

    @Test func `a form makes nothing where a parameter is missing`() {
        for form in CommandAction.all.flatMap(\.forms) {
            expect(form.make(.none) == nil, is: !form.parameters.isEmpty)
        }
    }

    @Test(arguments: CommandAction.all.filter { !$0.parameters.isEmpty }.map(\.name))
    func `a request without the parameters of its action is refused with the first of them`(
        action: String
    ) throws {
        let line = Array(#"{"action":"\#(action)"}"#.utf8)
        let mistake = try JSONParser().parse(line) { value in
            #expect(throws: RecordedCommand.Mistake.self) { try RecordedCommand(value) }
        }
        let first = try #require(CommandAction.named(action)?.parameters.first)
        expect(mistake?.problem.contains("\(first.key)"), is: true)
    }
}
