import ArgumentParser
import HubClient
import Shell
import NowPlaying
import Support

/// `nphub status`: what a running hub says of itself.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show a running hub's links, stations, clients and counters.",
        usage: "nphub status [<options>]",
        discussion: """
            The first line sums up. Stations that are not live come first, with the reason; of \
            many stations, links, clients or upstreams the first 20 are shown. Colours are used \
            on a terminal only, and not where NO_COLOR is set.

            Examples:
              nphub status
              nphub status --failing
              nphub status --station radiospiral
              nphub status --all | less
              nphub status --json | jq '.links[] | select(.phase != "open")'
            """)

    @OptionGroup var socket: SocketOptions

    @Flag(help: "Print one JSON document, for programs.")
    var json = false

    @Flag(help: "Show all rows, and all counters.")
    var all = false

    @Flag(help: "Show only stations that are not live, and what fails in the cluster.")
    var failing = false

    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Show only this station; may be repeated.", valueName: "ID"),
        completion: Completion.stations)
    var stations: [String] = []

    func validate() throws {
        guard !json || !all && !failing && stations.isEmpty else {
            throw ValidationError("--json prints everything: filter it with jq.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            let place = try socket.place()
            let document = try Progress.during("Waiting for the hub") {
                try HubInquiry.status(at: place)
            }
            if json { return try StandardOutput.write(document) }
            let status = try HubStatus(document: document)
            try check(stations, areIn: status)
            try StandardOutput.write(Array(status.text(form).utf8), isColoured: true)
        }
    }

    private func check(_ stations: [String], areIn status: HubStatus) throws {
        let known = status.stationIDs
        guard let unknown = stations.first(where: { !known.contains($0) }) else { return }
        guard status.readElsewhere == 0 else {
            throw ProgramFailure(
                .usage,
                """
                this hub does not read \(quote(unknown)); `nphub watch --station` shows what other \
                members read
                """)
        }
        let isLong = known.count > StatusForm.rowsMax
        let near = suggestion(
            for: unknown, among: known, listedBy: isLong ? "`nphub status --all` lists them" : nil)
        throw ProgramFailure(.usage, "there is no station \(quote(unknown)); \(near)")
    }

    private var form: StatusForm {
        var form = StatusForm(at: SystemClock().now.wall)
        form.showsAll = all
        form.showsOnlyFailing = failing
        form.stations = stations
        form.isColoured = StandardOutput.takesColour
        form.width = StandardOutput.width
        return form
    }
}
