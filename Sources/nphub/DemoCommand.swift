import ArgumentParser

/// `nphub demo`: the hub on stations that come with the program.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a hub on simulated stations: a first look that needs no network.",
        usage: "nphub demo [<options>]",
        discussion: """
            It serves the stations itself, over real WebSockets on the loopback, with covers and \
            a stream for each, and the dashboard with a token that may do everything. On a \
            terminal it shows a table of the stations; elsewhere it prints their records, as \
            --stdout says. It keeps no history. Where another hub has the usual socket, it takes \
            one beside it, and says which.

            Examples:
              nphub demo
              nphub demo --stdout line
              nphub demo --record evening.jsonl    # ended by Ctrl-C
            """)

    @OptionGroup var hub: HubArguments

    func run() throws {
        try hub.serve { nil }
    }
}
