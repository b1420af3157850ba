import ArgumentParser
import Loop
import Feeds
import Shell
import Logging
import Support

/// An address, and what is known of it, for commands that find out what it is.
struct ProbeArguments: ParsableArguments {
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
        guard FeedAddress.webSocket(of: url) != nil else {
            throw ValidationError(
                "\(quote(url)) is not the address of a page, a stream or a WebSocket: write one "
                    + "such as https://radio.example/public/radiospiral or ws://hifi.local:6680.")
        }
        guard settings.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("--set takes NAME=VALUE.")
        }
        let known = FeedType.all.flatMap(\.settings).map(\.name) + [Self.anyStation]
        if let name = given.keys.sorted().first(where: { !known.contains($0) }) {
            let near = suggestion(
                for: name, among: known, listedBy: "`nphub feeds` lists them all.")
            throw ValidationError("--set: no feed has a setting \(quote(name)); " + near)
        }
        guard (0.1...600).contains(wait) else {
            throw ValidationError("--wait takes 0.1 to 600 seconds.")
        }
    }

    /// Returns the failure of a recognised feed that cannot be read: its missing or wrong settings.
    func failure(of guess: FeedGuess) -> ProgramFailure {
        ProgramFailure(.usage, words(for: guess))
    }

    /// Returns the failure of an address that was not recognised; the server's messages go to
    /// stderr.
    func failure(for reason: String, after messages: [String]) -> ProgramFailure {
        for message in messages { ProgramExit.say("it said: \(message)") }
        return ProgramFailure(
            .unavailable,
            """
            cannot tell what \(url) is: \(reason); give the address of the page on which the \
            station is heard, as a browser shows it
            """)
    }

    /// Returns the failure of a choice between several readings; each is written to stderr.
    func failure(between readings: [ProbeTranscript.Reading]) -> ProgramFailure {
        for reading in readings {
            ProgramExit.say("`\(reading.words)` is what this reads:\n\(FeedSnippet(reading.feed))")
        }
        return ProgramFailure(
            .unavailable,
            "cannot tell which of \(readings.count) titles in what \(url) says is on the air: "
                + "take the config above that is right, or wait longer with --wait")
    }

    /// Describes the missing settings, or the wrong ones.
    private func words(for guess: FeedGuess) -> String {
        let wrong = guess.wrong.map { setting in
            "has no \(setting.name) `\(guess.feed[text: setting.name] ?? "")`"
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

    /// The type as which an attempt reads a feed; an attempt at type `json` has none yet.
    private static func purpose(of feed: Feed) -> String {
        feed.type == "json" ? "" : " (\(feed.type))"
    }

    /// The setting that gives any feed its own name of the station.
    private static let anyStation = "station"

    /// The settings of `--set`.
    private var given: [String: String] {
        var given: [String: String] = [:]
        for setting in settings {
            let parts = setting.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            given[String(parts[0])] = String(parts.last ?? "")
        }
        return given
    }

    /// Settings that the feed does not have were given for another one.
    private func refuseSettings(besidesThoseOf feed: Feed) throws(ProgramFailure) {
        let known = (FeedType.named(feed.type)?.settings ?? []).map(\.name)
        let name = given.keys.sorted().first { !known.contains($0) && $0 != Self.anyStation }
        guard let name else { return }
        throw ProgramFailure(
            .usage,
            "\(url) is \(feed.type), which has no setting \(quote(name)); "
                + suggestion(for: name, among: known))
    }

    /// Probes the address; reports progress on stderr while it takes long.
    func outcome() throws -> Probe.Outcome {
        var known = given
        known[Self.anyStation] = station ?? known[Self.anyStation]
        let loop = try RunCommand.makeLoop()
        let log = Logger(label: "nphub") { _ in SwiftLogNoOpLogHandler() }
        var outcome: Probe.Outcome?
        let probe = Probe(url, settings: known, seconds: wait, on: loop, log: log) { found in
            outcome = found
            loop.stop()
        }
        let progress = Progress("Waiting for \(url)")
        defer { progress.end() }
        probe.trying = { progress.update("Waiting for \($0.url)\(Self.purpose(of: $0))") }
        loop.atEndOfTurn { probe.start() }
        loop.run()
        guard let outcome else { throw ProgramFailure(.internalError, "the probe was interrupted") }
        if case .understood(let feed, _, _, _) = outcome {
            try refuseSettings(besidesThoseOf: feed)
        }
        return outcome
    }
}
