import ArgumentParser
import Hub
import HubRuntime
import NowPlaying
import Views

/// `nphub replay`: a recording, played through a hub of its own.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recording through a hub of its own, in virtual time.",
        discussion: """
            The records that a subscriber would have got are printed, one a line, as fast as can
            be. The same recording gives the same output, to the byte.

            A recording names stations; how each is read, the config says that it was made with.
            Without --config, the recording must be one of the embedded stations.

            Examples:
              nphub run --record evening.jsonl
              nphub replay evening.jsonl
              nphub replay evening.jsonl --config stations.yaml --view line
              zcat evening.jsonl.gz | nphub replay - --config stations.yaml --min-interval 0
            """)

    @Argument(help: ArgumentHelp("The recording; - for stdin.", valueName: "FILE"))
    var file: String

    @Option(
        help: ArgumentHelp("The config that the recording was made with.", valueName: "FILE"))
    var config: String?

    @Option(help: ArgumentHelp("The shape of the records.", valueName: "VIEW"))
    var view = View.nowPlaying

    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Only this station; may be repeated. (default: all)", valueName: "ID"))
    var stations: [String] = []

    @Option(
        help: ArgumentHelp(
            "The least time between two records of a station, in seconds, 0 to 3600; 0 for every "
                + "change.", valueName: "S"))
    var minInterval = 1.0

    @Option(
        help: ArgumentHelp("How many played tracks to include, newest first.", valueName: "N"))
    var history = 0

    func validate() throws {
        try DocumentArguments.check(history: history, in: view)
        try DocumentArguments.check(minInterval: minInterval)
    }

    func run() throws {
        try ProgramExit.reporting {
            let configuration = try config.map(CheckCommand.load) ?? EmbeddedStations.unserved
            try checkStations(of: configuration.hub)
            let lines = try RecordingFile(file)
            let printer = Printer()
            var replay = Replay(configuration: configuration.hub, request: request) {
                printer.print($0)
            }
            try play(lines, by: &replay, to: printer)
            guard !printer.hasPrinted, config == nil, lines.isBegun else { return }
            throw ProgramFailure(
                .usage, "\(file) has none of the embedded stations: name its config by --config")
        }
    }

    private var request: OutputRequest {
        OutputRequest(
            options: DocumentOptions(view: view, historyCount: history),
            stations: stations.isEmpty ? nil : stations,
            minInterval: Interval(seconds: minInterval) ?? .seconds(1))
    }

    private func checkStations(of configuration: HubConfiguration) throws(ProgramFailure) {
        let known = configuration.stations.map(\.id)
        for station in stations where !known.contains(station) {
            throw ProgramFailure(
                .usage, "no station \(station) in \(config ?? "the embedded ones")")
        }
    }

    /// Whatever stands before a damaged line is played to its end.
    private func play(
        _ lines: RecordingFile, by replay: inout Replay, to printer: Printer
    ) throws {
        var failure: (any Error)?
        do {
            while let line = try lines.next() {
                try replay.play(line)
                try printer.check()
            }
        } catch let error as RecordingError {
            let place = "\(lines.name):\(error.line)"
            failure = PlacedFailure(.inputOutput, "\(place): \(error.problem)")
        } catch {
            failure = error
        }
        replay.finish()
        try printer.check()
        if let failure { throw failure }
    }
}

/// Prints what a replay gives out, and remembers why it could not.
private final class Printer {
    private(set) var hasPrinted = false
    private var failure: (any Error)?

    func print(_ line: [UInt8]) {
        guard failure == nil else { return }
        hasPrinted = true
        do {
            try StandardOutput.write(line)
        } catch {
            failure = error
        }
    }

    func check() throws {
        if let failure { throw failure }
    }
}
