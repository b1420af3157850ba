import ArgumentParser
import HubClient

/// `nphub dump`: the present state.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print the present state of a running hub as one JSON document.",
        usage: "nphub dump [<options>]",
        discussion: """
            The document is {"epoch":…,"revision":…,"records":[…]}, one record a line; on a \
            terminal it is indented and coloured.

            Examples:
              nphub dump
              nphub dump --station radiospiral --history 10
              nphub dump | jq '.records[].nowPlaying.track'
              nphub dump --view carPlay --session main
            """)

    @OptionGroup var socket: SocketOptions

    @Option(help: ArgumentHelp("The shape of the records.", valueName: "VIEW"))
    var view = HubView.nowPlaying

    @OptionGroup var records: RecordOptions

    func validate() throws {
        try DocumentArguments.check(
            history: records.history, listeners: records.listeners, in: view.rawValue)
    }

    func run() throws {
        try ProgramExit.reporting {
            let (query, place) = (records.query(view: view), try socket.place())
            let document = try Progress.during("Waiting for the hub") {
                try StationAdvice.advising(on: records.stations, at: place) {
                    try HubInquiry.records(query, at: place)
                }
            }
            guard let layout = StandardOutput.layout else {
                return try StandardOutput.write(document)
            }
            try StandardOutput.write(layout.text(of: document), isColoured: true)
        }
    }
}
