import ArgumentParser
import Loop
import Glibc
import Shell
import NowPlaying
import Simulator

/// `nphub simulate`: stations to point any client at.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serve simulated stations over real WebSockets.",
        usage: "nphub simulate [<options>]",
        discussion: """
            What it serves is told on stderr, as a config that can be pasted, or saved, for \
            `nphub run --config`. A script says what a server of any protocol says to each of its \
            clients, and when.

            Examples:
              nphub simulate
              nphub simulate --stations 200 --rate 1
              nphub simulate --tls --listen 127.0.0.1:0 2> farm.yaml
              nphub simulate --fault drop --fault-every 10
              nphub simulate --feed kodi
              nphub simulate --script talk.jsonl

            It ends on SIGINT and SIGTERM.
            """)

    @Option(
        help: ArgumentHelp(
            "The numeric address to listen at, such as 127.0.0.1:0; port 0 is any that is free.",
            valueName: "HOST:PORT"))
    var listen = ListenAddress.usual

    @Option(
        help: ArgumentHelp(
            "The feed whose server is simulated. (default: azuracast)", valueName: "TYPE"))
    var feed: SimulatedFeed?

    @Option(
        help: ArgumentHelp(
            "Play this script to each client, in place of a feed's server.", valueName: "FILE"),
        completion: .file(extensions: ["jsonl"]))
    var script: String?

    @Option(
        help: ArgumentHelp(
            "AzuraCast: how many stations, 1 to 20000. (default: 4)", valueName: "N"))
    var stations: Int?

    @Option(
        help: ArgumentHelp(
            "AzuraCast: publications of each station a second, besides one after each change. "
                + "(default: one in 13 s, as its servers do)", valueName: "R"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "How many times as fast as usual heartbeats and the steps of a script come, 1 to 100.",
            valueName: "N"))
    var haste = 1.0

    @Flag(help: "Encrypt, with a self-signed certificate made up at the start.")
    var tls = false

    @Option(
        help: ArgumentHelp(
            "AzuraCast: what chance is made of; the same seed, the same music. (default: 1)",
            valueName: "N"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "What goes wrong again and again: connections break off (drop), nothing is sent "
                + "(silence), or nonsense is (garbage), each time for half of --fault-every; or "
                + "the server restarts (restart).", valueName: "FAULT"))
    var fault: Fault?

    @Option(
        help: ArgumentHelp(
            "The time from one fault to the next, in seconds, 0.1 to 3600. (default: 30)",
            valueName: "S"))
    var faultEvery: Double?

    func validate() throws {
        try validateAzuraCast()
        guard (1...100).contains(haste) else {
            throw ValidationError("--haste is a number from 1 to 100.")
        }
        guard fault != nil || faultEvery == nil else {
            throw ValidationError("--fault-every needs --fault: what is to go wrong?")
        }
        if let faultEvery, !(0.1...3_600).contains(faultEvery) {
            throw ValidationError("--fault-every is a number of seconds from 0.1 to 3600.")
        }
    }

    private func validateAzuraCast() throws {
        guard feed == nil || script == nil else {
            throw ValidationError("--script plays a script in place of a --feed: leave one out.")
        }
        let isScript = script != nil || feed ?? .azuraCast != .azuraCast
        for (name, isGiven) in [
            ("stations", stations != nil), ("rate", rate != nil), ("seed", seed != nil),
        ] where isScript && isGiven {
            throw ValidationError("--\(name) is for AzuraCast: a script says what it serves.")
        }
        if let stations, !(1...20_000).contains(stations) {
            throw ValidationError("--stations is a number from 1 to 20000.")
        }
        if let rate, !(0.001...1_000).contains(rate) {
            throw ValidationError("--rate is a number from 0.001 to 1000.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            let configuration = try farmConfiguration()
            let (loop, farm) = try serve(configuration)
            let notice = FarmNotice(farm: farm, source: configuration.script?.source)
            StandardError.write(notice.text)
            let pause = faultEvery.flatMap(Interval.init(seconds:)) ?? .seconds(30)
            let recurring = fault.map { RecurringFault($0, every: pause, in: farm, on: loop) }
            recurring?.begin()
            loop.run()
            farm.close()
        }
    }

    private func serve(
        _ configuration: FarmConfiguration
    ) throws(ProgramFailure) -> (EventLoop, StationFarm) {
        let loop = try RunCommand.makeLoop(subprotocols: configuration.subprotocols)
        do {
            for signal in [SIGINT, SIGTERM] { try loop.onSignal(signal) { loop.stop() } }
            return (loop, try StationFarm(loop: loop, configuration: configuration))
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
    }

    private func farmConfiguration() throws -> FarmConfiguration {
        let seed = seed ?? 1
        var configuration = FarmConfiguration(
            stations: SimulatedStation.ensemble(
                of: stations ?? 4, trackLength: SimulatedStation.shortTracks, seed: seed),
            host: listen.host, port: listen.port, seed: seed)
        if let script = try script.map(Self.read) ?? feed?.script {
            configuration = FarmConfiguration(
                script: script, host: listen.host, port: listen.port)
        }
        configuration.isEncrypted = tls
        configuration.rate = rate
        configuration.haste = haste
        return configuration
    }

    private static func read(script path: String) throws -> ConversationScript {
        let lines = try LineFile(path)
        var reader = ScriptReader()
        do {
            while let line = try lines.next() { try reader.read(line) }
            return try reader.finish()
        } catch let error as ScriptError {
            throw PlacedFailure(.configuration, "\(lines.name):\(error.line): \(error.problem)")
        }
    }
}

extension ListenAddress {
    /// The default address of a farm: on this machine, for this machine.
    static let usual = ListenAddress(host: "127.0.0.1", port: 8_765)

    private init(host: String, port: UInt16) {
        (self.host, self.port) = (host, port)
    }
}
