import ArgumentParser
import EventLoop
import Feeds
import HubRuntime
import Logging

/// `nphub probe`: what an address is the address of.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Find out which feed an address is, and print a config for it.",
        discussion: """
            It tells the feed by the form of the address, else by what the server says, reads it, \
            and prints a config with what it understood as comments. The address may be that of \
            a station's page on AzuraCast. Where nothing can be understood it says what it saw.

            Examples:
              nphub probe https://radio.example/public/radiospiral > found.yaml
              nphub probe https://radio.example/public/radiospiral --wait 30
            """)

    @Argument(help: ArgumentHelp("The address.", valueName: "URL"))
    var url: String

    @Option(help: ArgumentHelp("What the feed calls the station.", valueName: "NAME"))
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
            case .understood(let feed, let evidence, let record):
                let snippet = FeedSnippet(feed).description
                let text = """
                    # \(feed.type), told by \(evidence). It says:
                    # \(record)
                    \(snippet)
                    """
                try StandardOutput.write(Array(text.utf8))
            case .incomplete(let guess):
                let needs = guess.missing.map { "--set \($0.name)=… (\($0.summary))" }
                throw ProgramFailure(
                    .usage,
                    "by \(guess.evidence), \(url) is \(guess.feed.type), which needs "
                        + needs.joined(separator: " and "))
            case .unknown(let reason, let messages):
                for message in messages { ProgramExit.say("it said: \(message)") }
                throw ProgramFailure(.unavailable, "cannot tell what \(url) is: \(reason)")
            }
        }
    }

    private func outcome() throws -> Probe.Outcome {
        var known: [String: String] = [:]
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            known[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        known["station"] = station ?? known["station"]
        let loop = try RunCommand.makeLoop()
        let log = Logger(label: "nphub") { _ in StandardErrorLog(level: .critical) }
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
