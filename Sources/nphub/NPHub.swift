import ArgumentParser
import Glibc
import Hub
import Shell
import Support

/// The program's entry.
@main
struct NPHub: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nphub",
        abstract: "What radio stations are playing, normalised and fanned out.",
        discussion: """
            Examples:
              nphub demo                    # a hub on simulated stations
              nphub init https://radio.example/public/radiospiral
              nphub run --config stations.yaml
              nphub watch --format plain    # what is playing, one change a line
              nphub watch --format screen   # what a car would show
              nphub status

            Data goes to stdout, everything else to stderr.

            Exit codes:
              0   well             69  no hub there, or not available
              1   `status --failing` or `--stuck` found something
              64  wrong usage      74  input or output    78  wrong config
              70  internal error   77  no permission

            Environment:
              NPHUB_SOCKET         the socket, where no --socket and no config names it;
              XDG_RUNTIME_DIR      else it is in this folder, if this is set,
              RUNTIME_DIRECTORY    else in this one, else in /tmp/nphub-UID
              XDG_CONFIG_HOME      where the config is, if this is set, else in ~/.config
              STATE_DIRECTORY      where the history is, if it is set;
              XDG_STATE_HOME       else here, if this is set, else in ~/.local/state
              NO_COLOR             no colours, even on a terminal
            """,
        version: Hub.version,
        subcommands: [
            RunCommand.self, DemoCommand.self, InitCommand.self, WatchCommand.self,
            DumpCommand.self, SendCommand.self, StatusCommand.self, DashboardCommand.self,
            HistoryCommand.self, CheckCommand.self, ProbeCommand.self,
            FeedsCommand.self, ReplayCommand.self, SimulateCommand.self, ManualCommand.self,
        ])

    static func main() {
        StandardDescriptors.open()
        prepareSignals()
        let words = Array(CommandLine.arguments.dropFirst())
        let asked = words.first == "help" ? words.dropFirst().first : words.first
        if let asked { refuseUnlessCommand(asked) }
        do {
            var command = try parseAsRoot(words)
            try command.run()
        } catch {
            end(by: error, in: words)
        }
    }

    /// Ends the program because of an error, or of a help that was asked for.
    private static func end(by error: any Error, in words: [String]) -> Never {
        guard !(error is ExitCode), exitCode(for: error) != .success else { exit(withError: error) }
        guard exitCode(for: error) == .validationFailure else {
            ProgramExit.say(message(for: error))
            exit(withError: ExitCode(ProgramFailure.Code.internalError.rawValue))
        }
        let command = configuration.subcommands.first {
            $0.configuration.commandName == words.first
        }
        StandardError.write(UsageMessage(error, in: words, of: command ?? NPHub.self).text)
        exit(withError: ExitCode(ProgramFailure.Code.usage.rawValue))
    }

    /// The parser calls a misspelt command an unexpected argument; the user wants the right one.
    private static func refuseUnlessCommand(_ word: String) {
        let commands = configuration.subcommands.map { $0.configuration }
        guard !word.hasPrefix("-"), word != "help",
            !commands.contains(where: { $0.commandName == word })
        else { return }
        let names = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }
        ProgramExit.say(
            """
            there is no command \(quote(word)); \(suggestion(for: word, among: names))
            Usage: nphub <command> [<options>]; `nphub help` explains it
            """)
        exit(withError: ExitCode(ProgramFailure.Code.usage.rawValue))
    }

    /// A reader that goes away, or a file that reaches the limit of its size, is an error to be
    /// handled, not a death. A child inherits what its parent had blocked: the user's signals have
    /// to arrive.
    private static func prepareSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }
}
