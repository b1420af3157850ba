import ArgumentParser
import Feeds
import Hub
import Shell
import Stations
import Support

/// `nphub check`: whether a config is right.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a config, and tell all that is wrong with it.",
        discussion: """
            Each mistake is a line FILE:LINE:COLUMN: what is wrong; what would be right. The \
            exit code is then 78. Files that it includes are checked, too, and whether the files \
            and the group that it names are there for this user; servers whose stations are to be \
            discovered are not asked.

            Examples:
              nphub check
              nphub check stations.yaml
              nphub check stations.yaml && nphub run --config stations.yaml
            """)

    @Argument(
        help: .config("The config, in YAML or JSON."),
        completion: Completion.config)
    var file: String?

    func run() throws {
        try ProgramExit.reporting {
            let file = try file ?? RunCommand.usualConfig(orBy: "FILE")
            let config = try Self.load(file)
            let problems = Program.problems(with: config)
            guard problems.isEmpty else {
                let lines = problems.map { "\(file): \($0)" }
                throw PlacedFailure(.configuration, lines.joined(separator: "\n"))
            }
            let stations = config.hub.stations.count.counted("station")
            let servers = config.discoveries.map { ", and those of \($0.server)" }.joined()
            let words = stations + servers + Self.cost(of: config)
            try StandardOutput.write(Array("\(file): OK, \(words)\n".utf8))
        }
    }

    /// The cost of the streams whose sound is received for their titles; empty if there are none.
    private static func cost(of config: ProgramConfiguration) -> String {
        let count = config.hub.stations.count { $0.feed.type == FeedType.icy.name }
        guard count > 0 else { return "" }
        let times = count == 1 ? "" : "\(count) times "
        return "; the sound of streams is received: \(times)58 MB an hour at 128 kbit/s"
    }

    /// Reads a config, or tells at which places it is wrong.
    static func load(_ file: String) throws(PlacedFailure) -> ProgramConfiguration {
        do throws(ConfigurationErrors) {
            return try Progress.during("Reading \(file)") { () throws(ConfigurationErrors) in
                try ConfigurationFile.load(path: file)
            }
        } catch {
            throw PlacedFailure(.configuration, error.description)
        }
    }
}
