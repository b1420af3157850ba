import ArgumentParser
import Shell
import Loop

/// `nphub run`: the hub itself.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the hub.",
        usage: "nphub run [<options>]",
        discussion: """
            It reads the stations of a config; `nphub init ADDRESS` writes one, and `nphub demo` \
            needs none. On a terminal it shows a table of the stations, with the log below it, \
            unless --stdout says otherwise.

            Examples:
              nphub run
              nphub run --config stations.yaml
              nphub run --config stations.yaml --stdout line --min-interval 5
              nphub run --config stations.yaml --record evening.jsonl

            It ends on SIGINT and SIGTERM, after it has sent what is pending. On SIGHUP it reads \
            the config again: only connections whose stations or settings have changed are made \
            anew.
            """)

    @Option(
        help: .config("What to read, and how: a YAML file."),
        completion: Completion.config)
    var config: String?

    @OptionGroup var hub: HubArguments

    func run() throws {
        try hub.serve { try config ?? Self.usualConfig(orBy: "--config FILE") }
    }

    /// The config at the usual place.
    ///
    /// - Parameter option: The option that names another config.
    /// - Throws: A failure with the remedy, where there is none.
    static func usualConfig(orBy option: String) throws(ProgramFailure) -> String {
        let path = ConfigurationFile.usualPath(in: SystemEnvironment())
        if let path, SystemEnvironment().hasFile(at: path) { return path }
        throw ProgramFailure(
            .configuration,
            """
            there is no config\(path.map { " at \($0)" } ?? ""): `nphub init ADDRESS` writes one \
            for a station, \(option) names another, and `nphub demo` runs on simulated stations
            """)
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
}

extension ArgumentHelp {
    /// The help of what names a config, which is at the usual place unless it is named.
    static func config(_ abstract: String) -> ArgumentHelp {
        ArgumentHelp(
            "\(abstract) (default: $XDG_CONFIG_HOME/nphub/stations.yaml, else "
                + "~/.config/nphub/stations.yaml)", valueName: "FILE")
    }
}
