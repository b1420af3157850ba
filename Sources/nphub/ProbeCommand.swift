import ArgumentParser
import EventLoop
import Feeds
import HubService
import Logging

/// `nphub probe`: what an address is the address of.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Find out which feed an address is, and print a config for it.",
        discussion: """
            It tells the feed by the form of the address, else by what the server says, reads it, \
            and prints a config with what it understood as comments. The address may be that of \
            a station's page on AzuraCast, of a player's web page, or of an audio stream with \
            titles in it. Where nothing can be understood it says what it saw.

            Examples:
              nphub probe https://radio.example/public/radiospiral > found.yaml
              nphub probe https://radio.example/public/radiospiral --wait 30
            """)

    @Argument(help: ArgumentHelp("The address.", valueName: "URL"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "What the feed calls the station, or the stream, player or entity.", valueName: "NAME"))
    var station: String?

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp("A setting of the feed; may be repeated.", valueName: "NAME=VALUE"))
    var settings: [String] = []

    @Option(
        help: ArgumentHelp("How long to wait for the server each time, in seconds.", valueName: "S")
    )
    var wait = 15.0

    func validate() throws {
        guard settings.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("--set takes NAME=VALUE.")
        }
        guard (0.1...600).contains(wait) else {
            throw ValidationError("--wait takes 0.1 to 600 seconds.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            switch try outcome() {
            case .understood(let feed, let evidence, let record, let plays):
                let says = plays ? "It says" : "Nothing plays; it says"
                let config = FeedSnippet(feed)
                let text = """
                    # \(feed.type), told by \(evidence). \(says):
                    # \(record)
                    \(config)
                    """
                try StandardOutput.write(Array(text.utf8))
            case .incomplete(let guess):
                throw ProgramFailure(.usage, words(for: guess))
            case .stream(let url, let answer):
                try StandardOutput.write(Array(Self.config(for: url, answer: answer).utf8))
            case .unknown(let reason, let messages):
                for message in messages { ProgramExit.say("it said: \(message)") }
                throw ProgramFailure(.unavailable, "cannot tell what \(url) is: \(reason)")
            }
        }
    }

    /// What to give, or to give otherwise.
    private func words(for guess: FeedGuess) -> String {
        let wrong = guess.wrong.map { setting in
            "has no \(setting.name) “\(guess.feed[text: setting.name] ?? "")”"
                + Self.words(for: guess.choices[setting.name])
        }
        let needs = guess.missing.map { setting in
            "--set \(setting.name)=… (\(setting.summary))"
                + Self.words(for: guess.choices[setting.name])
        }
        return "by \(guess.evidence), \(url) is \(guess.feed.type), which "
            + (wrong.isEmpty ? ["needs " + needs.joined(separator: " and ")] : wrong)
            .joined(separator: " and ")
    }

    private static func words(for choices: [String]?) -> String {
        choices.map { ": it has " + $0.joined(separator: ", ") } ?? ""
    }

    /// A stream has no feed of its own.
    private static func config(for stream: String, answer: String) -> String {
        let program = FeedSnippet.program(for: stream)
        let service = FeedSnippet.service(for: stream).commented
        return """
            # An audio stream: \(answer).
            # icy.py reads the titles; it is among the examples of “Programs as feeds”.
            \(program)
            # Or, without a program, through Radiolise's service:
            \(service)
            """
    }

    private func outcome() throws -> Probe.Outcome {
        var known: [String: String] = [:]
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            known[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        known["station"] = station ?? known["station"]
        let loop = try RunCommand.makeLoop()
        let log = Logger(label: "nphub") { _ in SwiftLogNoOpLogHandler() }
        var outcome: Probe.Outcome?
        let probe = Probe(url, settings: known, seconds: wait, on: loop, log: log) { found in
            outcome = found
            loop.stop()
        }
        loop.atEndOfTurn { probe.start() }
        loop.run()
        guard let outcome else { throw ProgramFailure(.internalError, "the probe was interrupted") }
        return outcome
    }
}
