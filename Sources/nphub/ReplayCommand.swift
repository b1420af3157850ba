import ArgumentParser
import Shell
import Hub
import NowPlaying
import Stations
import Support
import Views

/// `nphub replay`: a recording, played through a hub of its own.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recording through a hub of its own, in virtual time.",
        usage: "nphub replay <FILE> [<options>]",
        discussion: """
            The records that a subscriber would have got are printed, one a line, as fast as can \
            be. The same recording gives the same output, to the byte.

            A recording names stations; how each is read, the config says that it was made with. \
            Where that was changed while it was made, --config names each of them. Without \
            --config, the recording must be one of the embedded stations.

            Examples:
              nphub demo --record evening.jsonl    # ended by Ctrl-C
              nphub replay evening.jsonl
              nphub replay evening.jsonl --view line --station kanalrand
              nphub replay evening.jsonl --view lockScreen --session main
              nphub replay real.jsonl --config stations.yaml --history 3
              gzip -dc evening.jsonl.gz | nphub replay - --min-interval 0
            """)

    @Argument(
        help: ArgumentHelp("The recording; - for stdin.", valueName: "FILE"), completion: .file())
    var file: String

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The config that the recording was made with; may be repeated.", valueName: "FILE"),
        completion: Completion.config)
    var configs: [String] = []

    @Option(help: ArgumentHelp("The shape of the records.", valueName: "VIEW"))
    var view = View.nowPlaying

    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Only this station; may be repeated. (default: all)", valueName: "ID"))
    var stations: [String] = []

    @Option(
        help: ArgumentHelp(
            "The listening session that is shown, in place of --station; main for a lock screen "
                + "and a car.", valueName: "NAME"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "The least time between two records of a station, in seconds, 0 to 3600; 0 for every "
                + "change.", valueName: "S"))
    var minInterval = 1.0

    @Option(
        help: ArgumentHelp("How many played tracks to include, newest first.", valueName: "N"))
    var history = 0

    func validate() throws {
        try DocumentArguments.check(history: history, in: view.name)
        try DocumentArguments.check(minInterval: minInterval)
        guard stations.isEmpty || session == nil && !view.isOfSession else {
            throw ValidationError("A session follows its own station: leave --station out.")
        }
        if let session, !session.isIdentifier {
            throw ValidationError("--session is a name such as main.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            let given = try configs.map { try CheckCommand.load($0).hub }
            let first = given.first ?? EmbeddedStations.unserved.hub
            let known = (given + [first]).flatMap { $0.stations.map(\.id) }
            try checkStations(among: known)
            let lines = try LineFile(file)
            let progress = Progress("Replaying \(lines.name)")
            defer { progress.end() }
            let printer = ReplayPrinter(progress)
            var replay = Replay(
                configuration: first, others: Array(given.dropFirst()), request: request
            ) { printer.print($0) }
            try play(lines, of: known, by: &replay, to: printer, progress)
        }
    }

    private var request: OutputRequest {
        OutputRequest(
            options: DocumentOptions(view: view, historyCount: history),
            stations: stations.isEmpty ? nil : stations, session: session,
            minInterval: Interval(seconds: minInterval) ?? .seconds(1))
    }

    private func checkStations(among known: [String]) throws(ProgramFailure) {
        for station in stations where !known.contains(station) {
            let near = suggestion(
                for: station, among: known, listedBy: known.count > 20 ? "look there" : nil)
            throw ProgramFailure(
                .usage, "there is no station \(quote(station)) in \(configNames); \(near)")
        }
    }

    /// Whatever stands before a damaged line is played to its end.
    private func play(
        _ lines: LineFile, of known: [String], by replay: inout Replay,
        to printer: ReplayPrinter, _ progress: Progress
    ) throws {
        var origin = RecordingOrigin()
        var failure: (any Error)?
        do {
            while let line = try lines.next() {
                if let station = origin.find(in: line), !known.contains(station) {
                    printer.say(try words(forStranger: station))
                }
                if try !replay.play(line) { printer.say(change(at: replay.lineNumber, of: lines)) }
                try printer.check()
                progress.update("Replaying \(lines.name): \(lines.progress)")
            }
        } catch let error as RecordingError {
            let place = "\(lines.name):\(error.line)"
            failure = PlacedFailure(.inputOutput, "\(place): \(error.problem)")
        } catch {
            failure = error
        }
        replay.finish()
        try printer.check()
        if replay.lostCount > 0 {
            printer.say(
                """
                \(lines.name) lacks \(replay.lostCount) events: the disk was too slow for them \
                when it was recorded
                """)
        }
        if let failure { throw failure }
    }

    /// Without a config the recording is of other stations altogether; with one, the config may
    /// have been cut down on purpose.
    private func words(forStranger station: String) throws(ProgramFailure) -> String {
        guard !configs.isEmpty else {
            throw ProgramFailure(
                .usage,
                """
                \(file) is of station \(station), which is none of the embedded ones: name the \
                config that it was made with by --config
                """)
        }
        return "\(file) is of station \(station), which is not in \(configNames)"
    }

    /// The config may have been cut down on purpose: the replay goes on with the given ones.
    private func change(at line: Int, of lines: LineFile) -> String {
        """
        \(lines.name):\(line): the config was changed here, to one that is not given: name it by \
        another --config
        """
    }

    /// The source of the stations that it knows.
    private var configNames: String {
        configs.isEmpty ? "the embedded ones" : configs.joined(separator: " or ")
    }
}
