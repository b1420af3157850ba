public import ArgumentParser
import Configuration
import EventLoop
import Foundation
import Glibc
import Hub
import HubService
public import Logging
import NowPlaying
import StationSimulator
import Support
import Views

/// `nphub run`: the hub itself.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the hub.",
        discussion: """
            Without --config it runs on embedded simulated stations, over real WebSockets on the \
            loopback, and prints their state: a first look that needs no network.

            Examples:
              nphub run
              nphub run --config stations.yaml
              nphub run --config stations.yaml --stdout line --min-interval 5
              nphub run --config stations.yaml --record evening.jsonl

            It ends on SIGINT and SIGTERM, after it has sent what is pending. On SIGHUP it reads \
            the config again: only connections whose stations or settings have changed are made \
            anew.
            """)

    /// What stdout gets: records of a view, or `none`.
    struct Output: ExpressibleByArgument {
        private static let nothing = "none"
        static var allValueStrings: [String] { View.allValueStrings + [nothing] }

        let view: View?

        init?(argument: String) {
            view = View(argument: argument)
            guard view != nil || argument == Self.nothing else { return nil }
        }
    }

    @Option(
        help: ArgumentHelp("What to read, and how: a YAML file.", valueName: "FILE"),
        completion: Completion.config)
    var config: String?

    @Option(help: ArgumentHelp("Where clients connect.", valueName: "PATH"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Print records of this view, one a line. (default: nowPlaying; none with --config) Of "
                + "a lock screen and a car, it is that of session main.",
            valueName: "VIEW"))
    var stdout: Output?

    @Option(
        help: ArgumentHelp(
            "The least time between two records of a station on stdout, in seconds.",
            valueName: "S"))
    var minInterval = 1.0

    @Option(
        help: ArgumentHelp("Record what stations send, for `nphub replay`.", valueName: "FILE"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp("Log on stderr from this level.", valueName: "LEVEL"))
    var logLevel = Logger.Level.notice

    @Option(
        help: ArgumentHelp(
            "How the log is written. (default: what suits the place where stderr leads)",
            valueName: "FORMAT"))
    var logFormat: LogFormat?

    func validate() throws {
        try DocumentArguments.check(minInterval: minInterval)
    }

    func run() throws {
        let errors = LogOutput(to: STDERR_FILENO, logFormat ?? .suited(to: STDERR_FILENO))
        let throttle = Monitor(LogThrottle())
        var program: Program?
        defer { errors.finish(by: program?.end ?? .after(.seconds(2))) }
        try ProgramExit.reporting(by: errors.complain) {
            let loop = try Self.makeLoop(subprotocols: ["nphub.v1"])
            var log = Logger(label: "nphub") { _ in
                StandardErrorLog(level: logLevel, to: errors, throttle: throttle)
            }
            log.logLevel = logLevel
            let embedded = config == nil ? try EmbeddedStations(on: loop) : nil
            var configuration = try embedded?.configuration ?? CheckCommand.load(config ?? "")
            // What simulated stations played is of no interest to the next first look.
            if embedded != nil {
                configuration.history = nil
                configuration.web = WebSettings()
            }
            var options = options
            options.announce = { errors.write("nphub: \($0)\n") }
            let hub = try Program(configuration, options: options, on: loop, log: log)
            program = hub
            try hub.run()
            withExtendedLifetime(embedded) {}
        }
    }

    /// A loop, for commands that serve.
    static func makeLoop(
        subprotocols: [String] = []
    ) throws(ProgramFailure) -> EventLoop {
        do throws(EventLoopError) {
            return try EventLoop(subprotocols: subprotocols)
        } catch {
            throw ProgramFailure(.internalError, "\(error)")
        }
    }

    private var outputView: View? {
        guard let stdout else { return config == nil ? .nowPlaying : nil }
        return stdout.view
    }

    private var options: Program.Options {
        var options = Program.Options()
        options.configurationPath = config
        options.socketPath = socket
        options.recordingPath = record
        options.isDemonstration = config == nil
        options.output = outputView.map { view in
            OutputRequest(
                options: DocumentOptions(view: view),
                minInterval: Interval(seconds: minInterval) ?? .seconds(1))
        }
        return options
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension LogFormat: ExpressibleByArgument {}
