import Expectations
import Foundation
import Testing

/// The properties of every program that scripts and people rely on.
@Suite(.timeLimit(.minutes(5)))
struct ProgramTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A command line, its exit code, and what it says on stderr.
    struct Failure: Sendable, CustomTestStringConvertible {
        let arguments: String
        let code: Int32
        let message: String

        init(_ arguments: String, _ code: Int32, _ message: String) {
            self.arguments = arguments
            self.code = code
            self.message = message
        }

        var testDescription: String { arguments }
    }

    private static let failures = [
        Failure("wtch", 64, "did you mean `watch`?"),
        Failure("watch --formt plain", 64, "Usage: nphub watch"),
        Failure("watch --format plain --view carPlay", 64, "--view nowPlaying"),
        Failure("watch --patch --view line", 64, "--patch"),
        Failure("watch --station x --session main", 64, "--session"),
        Failure("watch --min-interval -1", 64, "--min-interval"),
        Failure("watch --min-interval nan", 64, "--min-interval"),
        Failure("watch --history 51", 64, "0 to 50"),
        Failure("dump --view line --listeners", 64, "--listeners"),
        Failure("dump --socket \(String(repeating: "x", count: 108))", 74, "108 bytes"),
        Failure("watch --once", 69, "nphub run"),
        Failure("dump", 69, "no hub listens"),
        Failure("status", 69, "no hub listens"),
        Failure("status --socket /etc/passwd", 74, "/etc/passwd is not a socket"),
        Failure("check", 78, "FILE names another"),
        Failure("check /nowhere/stations.yaml", 78, "/nowhere/stations.yaml: "),
        Failure("check /etc/passwd", 78, "/etc/passwd:1:1: "),
        Failure("replay /nowhere/evening.jsonl", 74, "cannot read /nowhere/evening.jsonl"),
        Failure("replay /etc/passwd", 74, "/etc/passwd:1: "),
        Failure("replay - --config /nowhere/stations.yaml", 78, "/nowhere/stations.yaml: "),
        Failure("replay - --station nowhere", 64, "there is no station `nowhere`"),
        Failure("simulate --listen radio.example:80", 64, "--listen"),
        Failure("simulate --listen 192.0.2.1:0", 74, "192.0.2.1"),
        Failure("simulate --stations 0", 64, "--stations"),
        Failure("simulate --rate 0", 64, "--rate"),
        Failure("simulate --feed kodi --stations 3", 64, "--stations is for AzuraCast"),
        Failure("simulate --script x.jsonl --seed 3", 64, "--seed is for AzuraCast"),
        Failure("simulate --script x.jsonl --feed kodi", 64, "--script"),
        Failure("simulate --script /nowhere/x.jsonl", 74, "cannot read /nowhere/x.jsonl"),
        Failure("simulate --script /etc/passwd", 78, "/etc/passwd:1: "),
        Failure("simulate --fault flood", 64, "flood"),
        Failure("simulate --fault-every 3", 64, "--fault"),
    ]

    @Test(arguments: failures)
    func `what goes wrong is told on stderr, with its exit code`(failure: Failure) async throws {
        let arguments = failure.arguments.split(separator: " ").map(String.init)
        let outcome = try await Outcome(arguments, in: workshop)
        expect(outcome.code, is: failure.code)
        #expect(outcome.messages.contains(failure.message))
        #expect(outcome.output.isEmpty)
    }

    @Test(.enabled(if: geteuid() != 0, "root may connect everywhere"))
    func `a socket of another user is a matter of permission`() async throws {
        let hub = try await RunningProgram.hub(in: workshop)
        chmod(workshop.socket, 0)
        let dump = try await Outcome(["dump"], in: workshop)
        expect(dump.code, is: 77)
        #expect(dump.messages.contains("no permission"))
        _ = hub
    }

    @Test func `all mistakes of a config are told, each at its place`() async throws {
        let path = try workshop.write("stations: []\nsokcet: {}\n", to: "stations.yaml")
        let check = try await Outcome(["check", path], in: workshop)
        expect(check.code, is: 78)
        #expect(check.output.isEmpty)
        let lines = check.messages.split(separator: "\n")
        expect(lines.count, is: 2)
        #expect(lines.allSatisfy { $0.hasPrefix("\(path):") })
    }

    @Test func `the version is printed`() async throws {
        let version = try await Outcome(["--version"], in: workshop)
        expect(version.code, is: 0)
        #expect(version.output.wholeMatch(of: /\d+\.\d+\.\d+(\+[0-9a-f]{10}(-dirty)?)?\n/) != nil)
    }

    private static let options = [
        "run": ["--config", "--socket", "--stdout", "--min-interval", "--record", "--log-level"],
        "watch": [
            "--socket", "--view", "--station", "--session", "--min-interval", "--patch",
            "--history", "--listeners", "--once", "--format",
        ],
        "dump": ["--socket", "--view", "--station", "--history"],
        "status": ["--socket", "--json"],
        "check": ["<FILE>"],
        "replay": [
            "<FILE>", "--config", "--view", "--station", "--min-interval", "--history",
        ],
        "simulate": [
            "--listen", "--feed", "--script", "--stations", "--rate", "--tls", "--seed", "--fault",
            "--fault-every",
        ],
    ]

    @Test(arguments: options.keys.sorted())
    func `help explains each option, by examples too`(command: String) async throws {
        let help = try await Outcome([command, "--help"], in: workshop)
        expect(help.code, is: 0)
        #expect(help.messages.isEmpty)
        #expect(help.output.contains("nphub \(command)"))
        let explained = help.output.components(separatedBy: "OPTIONS:").last ?? ""
        let arguments = help.output.components(separatedBy: "ARGUMENTS:").last ?? ""
        for option in try #require(Self.options[command]) {
            #expect(explained.contains("  \(option)") || arguments.contains("  \(option)"))
        }
    }
}
