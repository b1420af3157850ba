import ArgumentParser
import Configuration
import HubService
import NowPlaying

/// `nphub history`: what stations played.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what stations played, as far as the hub has kept it.",
        discussion: """
            It reads the hub's file, whether a hub runs or not: --file, else what the config \
            names, else the usual one. The newest comes last. In the table, times are local, and \
            `~` marks those at which something was noticed that had begun before. In CSV, texts \
            that a spreadsheet would calculate begin with an apostrophe; JSON Lines have them as \
            they are.

            Examples:
              nphub history
              nphub history --station radiospiral --since 2d
              nphub history --config stations.yaml --format csv > played.csv
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
            "How far back: seconds, or with a unit, such as 90m, 5h, 2d.", valueName: "TIME"),
        transform: { text in
            guard let length = Interval(inUnits: text), length > .zero else {
                throw ValidationError(
                    "‘\(text)’ is not a length of time: write one like 90m, 5h or 2d.")
            }
            return length
        })
    var since: Interval = .seconds(5 * 3_600)

    @Option(help: ArgumentHelp("How it is printed.", valueName: "FORMAT"))
    var format = HistoryListing.Format.table

    func validate() throws {
        guard config == nil || file == nil else {
            throw ValidationError("--file and --config both name the file: leave one out.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            var listing = HistoryListing(since: since, as: format)
            listing.file = try file ?? config.flatMap(Self.file)
            listing.stations = stations.isEmpty ? nil : stations
            listing.isColoured = StandardOutput.takesColour
            let skipped = try listing.write {
                try StandardOutput.write($0, isColoured: format == .table)
            }
            guard skipped > 0 else { return }
            let rows = skipped == 1 ? "1 damaged row" : "\(skipped) damaged rows"
            let were = skipped == 1 ? "was" : "were"
            StandardError.write("nphub: \(rows) of the history \(were) left out\n")
        }
    }

    /// The file that a config names; `nil` for the usual one.
    private static func file(namedIn config: String) throws -> String? {
        guard let history = try CheckCommand.load(config).history else {
            throw ProgramFailure(
                .unavailable,
                "\(config) keeps no history: its `history.enabled` is false; --file names one")
        }
        return history.file
    }
}
