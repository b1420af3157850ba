public import ArgumentParser
import Shell
import Loop
import Glibc
import Hub
public import Logging
import NowPlaying
import Simulator
import Support
import Views

/// The arguments that `nphub run` and `nphub demo` have in common: a hub in this process.
struct HubArguments: ParsableArguments {
    /// The output on stdout: records of a view, or `none`.
    struct Output: ExpressibleByArgument {
        private static let nothing = "none"
        static var allValueStrings: [String] { View.allValueStrings + [nothing] }

        let view: View?

        init?(argument: String) {
            view = View(argument: argument)
            guard view != nil || argument == Self.nothing else { return nil }
        }
    }

    @Option(help: ArgumentHelp("Where clients connect.", valueName: "PATH"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Print records of this view, one a line, or none. (default: a table on a terminal, "
                + "else nowPlaying for `demo` and none for `run`) Of a lock screen and a car, it "
                + "is that of session main.",
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

    /// Serves until a signal ends it.
    ///
    /// - Parameter config: The config's file; `nil` for embedded stations.
    func serve(config: @escaping () throws -> String?) throws {
        let errors = LogOutput(to: STDERR_FILENO, logFormat ?? .suited(to: STDERR_FILENO))
        let throttle = Monitor(LogThrottle())
        var program: Program?
        defer { errors.finish(by: program?.end ?? .after(.seconds(2))) }
        try ProgramExit.reporting(by: errors.complain) {
            let config = try config()
            let loop = try RunCommand.makeLoop(subprotocols: ["nphub.v1"])
            var log = Logger(label: "nphub") { _ in
                StandardErrorLog(level: logLevel, to: errors, throttle: throttle)
            }
            log.logLevel = logLevel
            let embedded = config == nil ? try EmbeddedStations(on: loop) : nil
            var configuration = try embedded?.configuration ?? CheckCommand.load(config ?? "")
            // The plays of simulated stations are of no interest to the next first look.
            if embedded != nil {
                configuration.history = nil
                configuration.web = .ofDemonstration
            }
            var options = options(config: config, log: errors)
            options.announce = { errors.write("nphub: \($0)\n") }
            let hub = try Program(configuration, options: options, on: loop, log: log)
            program = hub
            try hub.run()
            withExtendedLifetime(embedded) {}
        }
    }

    /// The table that is shown on a terminal where nothing else is asked for.
    private func table(log: LogOutput) -> TableRequest? {
        guard stdout == nil, let terminal = StandardOutput.terminal else { return nil }
        return TableRequest(
            on: terminal, isColoured: StandardOutput.takesColour, minInterval: interval,
            log: isatty(STDERR_FILENO) == 1 ? log : nil)
    }

    private var interval: Interval { Interval(seconds: minInterval) ?? .seconds(1) }

    private func options(config: String?, log: LogOutput) -> Program.Options {
        var options = Program.Options()
        options.configurationPath = config
        options.socketPath = socket
        options.recordingPath = record
        options.isDemonstration = config == nil
        options.table = table(log: log)
        if options.table == nil {
            let usual = config == nil ? View.nowPlaying : nil
            options.output = (stdout.map(\.view) ?? usual).map { view in
                OutputRequest(options: DocumentOptions(view: view), minInterval: interval)
            }
        }
        return options
    }
}

extension WebSettings {
    /// Pages of every site may read: the stations are made up.
    fileprivate static var ofDemonstration: WebSettings {
        var settings = WebSettings()
        settings.origins = ["*"]
        return settings
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension LogFormat: ExpressibleByArgument {}
