import ArgumentParser
import ClientCommands
import HubClient

/// `nphub status`: what a running hub says of itself.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show a running hub's links, stations, clients and counters.",
        discussion: """
            Colours are used on a terminal only, and not where NO_COLOR is set.

            Examples:
              nphub status
              nphub status --json | jq '.links[] | select(.phase != "open")'
            """)

    @OptionGroup var socket: SocketOptions

    @Flag(help: "Print one JSON document, for programs.")
    var json = false

    func run() throws {
        try ProgramExit.reporting {
            let document = try HubInquiry.status(at: try socket.place())
            if json { return try StandardOutput.write(document) }
            let text = try HubStatus(document: document).text(
                isColoured: StandardOutput.takesColour)
            try StandardOutput.write(Array(text.utf8), isColoured: true)
        }
    }
}
