import ArgumentParser

/// `nphub manual`: the page for man(1). It is for those who install the program, so the help does
/// not list it.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, in the macros of man(7).",
        shouldDisplay: false)

    func run() throws {
        try ProgramExit.reporting {
            // The source of the help, as JSON: the page cannot differ from it.
            let page = try ManualPage(dumpedHelp: Array(NPHub._dumpHelp().utf8))
            try StandardOutput.write(Array(page.text.utf8))
        }
    }
}
