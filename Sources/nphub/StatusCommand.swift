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
            many stations, links, clients or upstreams the first 20 are shown. SINCE tells how \
            long the state has been so, AGE how long the station has told the same title, or none. \
            Colours are used on a terminal only, and not where NO_COLOR is set.

            --failing and --stuck end with 1 if they show anything, and with 0 if not. Of both, \
            failing stations come first.

            Examples:
              nphub status
              nphub status --failing
              nphub status --stuck 20m
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
        help: ArgumentHelp(
            "Show only stations on air whose title is older than this, or that have had none for "
                + "so long; such as 90s, 20m, 1h.",
            valueName: "TIME"),
        transform: Self.length)
    var stuck: Interval?

    @Sendable private static func length(_ text: String) throws -> Interval {
        guard let length = Interval(inUnits: text), length > .zero else {
            throw ValidationError("\(quote(text)) is not a length of time: write 90s, 20m or 1h.")
        }
        return length
    }

    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Show only this station; may be repeated.", valueName: "ID"),
        completion: Completion.stations)
    var stations: [String] = []

    func validate() throws {
        guard !json || !all && !form.isFiltered else {
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
            let form = form
            try StandardOutput.write(Array(status.text(form).utf8), isColoured: true)
            if status.hasTrouble(form) { throw ExitCode.failure }
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
        (form.showsOnlyFailing, form.stuckAfter) = (failing, stuck)
        form.stations = stations
        form.isColoured = StandardOutput.takesColour
        form.width = StandardOutput.width
        return form
    }
}
