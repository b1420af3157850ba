import Hub
import Shell
import JSON

/// The manual page, made of the argument parser's description of its commands.
struct ManualPage {
    private let root: CommandHelp

    /// - Parameter dumpedHelp: The output of `--experimental-dump-help`.
    init(dumpedHelp: [UInt8]) throws(ProgramFailure) {
        do {
            root = try JSONParser().parse(dumpedHelp) { CommandHelp($0["command"]) }
        } catch {
            throw ProgramFailure(.internalError, "the help cannot be read: \(error)")
        }
    }

    /// The page, in the macros of man(7).
    var text: String {
        let blocks = HelpBlock.blocks(of: root.discussion)
        var page = Roff()
        page.macro("TH", root.name.uppercased(), "1", "", "\(root.name) \(Hub.version)")
        page.keepWordsWhole()
        page.section("NAME")
        page.text("\(root.name) - \(root.summary)")
        page.section("SYNOPSIS")
        for command in commands { page.synopsis(of: command) }
        page.section("DESCRIPTION")
        for case .paragraph(let text) in blocks { page.paragraph(text) }
        page.section("COMMANDS")
        for command in commands { page.describe(command) }
        for case .listing(let title, let lines) in blocks {
            page.section(title.uppercased())
            page.listing(lines)
        }
        return page.source
    }

    private var commands: [CommandHelp] {
        root.subcommands.filter { $0.isShown && $0.name != "help" }
    }
}

extension Roff {
    fileprivate mutating func synopsis(of command: CommandHelp) {
        macro("HP")
        macro("B", command.path)
        for argument in command.arguments { text(argument.usage) }
    }

    fileprivate mutating func describe(_ command: CommandHelp) {
        macro("SS", command.path)
        paragraph(command.abstract)
        for block in HelpBlock.blocks(of: command.discussion) {
            switch block {
            case .paragraph(let text):
                paragraph(text)
            case .listing(let title, let lines):
                paragraph(title + ":")
                listing(lines)
            }
        }
        for argument in command.arguments {
            macro("TP")
            macro("B", argument.term)
            text(argument.explanation)
        }
    }
}
