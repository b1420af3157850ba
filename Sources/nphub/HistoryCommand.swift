import ArgumentParser
import Hub
import NowPlaying
import Shell
import Stations
import Support

/// `nphub history`: what stations played.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what stations played, as far as the hub has kept it.",
        usage: "nphub history [<options>]",
        discussion: """
            It reads the hub's file, whether a hub runs or not: --file, else what the config \
            names, else the usual one. The newest comes last. In the table, times are local, and \
            `~` marks those at which something was noticed that had begun before. In CSV, texts \
            that a spreadsheet would calculate begin with an apostrophe; JSON Lines have them as \
            they are.

            Formats:
              table          columns for people
              jsonl          one JSON object a line, for programs
              csv            every field, for spreadsheets and licence reports
              counts         how often each title was played
              cue            a cue sheet of a recording that began at --since
              m3u            the same as a playlist for VLC
              soundexchange  a report of use, a row for each recording of each station;
                             what the hub does not know is to be filled in

            Examples:
              nphub history
              nphub history --station radiospiral --since 2d
              nphub history --config stations.yaml --format csv > played.csv
              nphub history --since 2026-10-01 --until 2026-11-01 --format soundexchange
              nphub history --since yesterday --format counts
              nphub history --station radiospiral --since 2h --format cue
              nphub history --format jsonl | jq -r .title | sort | uniq -c
            """)

    @Option(
        help: ArgumentHelp("The config of the hub whose file is read.", valueName: "FILE"),
        completion: Completion.config)
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The file. (default: $STATE_DIRECTORY/history.sqlite, else "
                + "$XDG_STATE_HOME/nphub/history.sqlite, else "
                + "~/.local/state/nphub/history.sqlite)", valueName: "FILE"),
        completion: .file(extensions: ["sqlite"]))
    var file: String?

    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Only this station; may be repeated. (default: all)", valueName: "ID"),
        completion: Completion.stations)
    var stations: [String] = []

    @Option(
        help: ArgumentHelp(
            "From when: how long ago in seconds or with a unit, such as 90m, 5h, 2d; or a local "
                + "time: 2026-11-21, 2026-11-21T18:30, today, yesterday. (default: 5h)",
            valueName: "TIME"),
        transform: Self.pointInTime)
    var since: PointInTime?

    @Option(
        help: ArgumentHelp("Up to when, written likewise. (default: now)", valueName: "TIME"),
        transform: Self.pointInTime)
    var until: PointInTime?

    @Option(
        help: ArgumentHelp("The recording that cue and m3u are about.", valueName: "FILE"),
        completion: .file())
    var recording = "recording.mp3"

    @Sendable private static func pointInTime(_ text: String) throws -> PointInTime {
        guard let point = PointInTime(text, now: SystemClock().now.wall) else {
            throw ValidationError("\(quote(text)) is not a time: write \(PointInTime.expectation).")
        }
        return point
    }

    @Option(help: ArgumentHelp("How it is printed.", valueName: "FORMAT"))
    var format = HistoryListing.Format.table

    private var beginning: PointInTime { since ?? .hoursAgo(5) }

    func validate() throws {
        guard config == nil || file == nil else {
            throw ValidationError("--file and --config both name the file: leave one out.")
        }
        if let until, until.time < beginning.time {
            throw ValidationError("--until is earlier than --since.")
        }
        if format.isOfRecording, stations.count != 1 {
            throw ValidationError("--format \(format.rawValue) is of one --station.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            var listing = HistoryListing(since: beginning.time, as: format)
            listing.until = until?.time
            listing.recording = recording
            if let config { try Self.read(config, into: &listing) } else { listing.file = file }
            listing.stations = stations.isEmpty ? nil : stations
            listing.isColoured = StandardOutput.takesColour
            let skipped = try write(listing)
            guard skipped > 0 else { return }
            let rows = skipped == 1 ? "1 damaged row" : "\(skipped) damaged rows"
            let were = skipped == 1 ? "was" : "were"
            StandardError.write("nphub: \(rows) of the history \(were) left out\n")
        }
    }

    /// Prints it, and says how far it is.
    private func write(_ listing: HistoryListing) throws -> Int {
        let progress = Progress("Reading the history")
        defer { progress.end() }
        var listing = listing
        listing.progress = { progress.update("Reading the history: \($0.grouped) titles") }
        listing.say = {
            progress.makeRoom()
            ProgramExit.say($0)
        }
        return try listing.write {
            progress.makeRoomForOutput()
            try StandardOutput.write($0, isColoured: format == .table || format == .counts)
        }
    }

    /// Takes the file, or the usual one, and the stations of a config.
    private static func read(_ config: String, into listing: inout HistoryListing) throws {
        let configuration = try CheckCommand.load(config)
        guard let history = configuration.history else {
            throw ProgramFailure(
                .unavailable,
                "\(config) keeps no history: its `history.enabled` is false; --file names one")
        }
        listing.file = history.file
        listing.configuredStations = configuration.hub.stations.map(\.id)
    }
}
