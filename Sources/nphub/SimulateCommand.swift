import ArgumentParser
import EventLoop
import Glibc
import HubRuntime
import NowPlaying
import StationSimulator

/// `nphub simulate`: stations to point any client at.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serve simulated stations over real WebSockets.",
        discussion: """
            What it serves is told on stderr, as a config that can be pasted, or saved, for \
            `nphub run --config`.

            Examples:
              nphub simulate
              nphub simulate --stations 200 --rate 1
              nphub simulate --tls --listen 127.0.0.1:0 2> farm.yaml
              nphub simulate --fault drop --fault-every 10

            It ends on SIGINT and SIGTERM.
            """)

    @Option(
        help: ArgumentHelp(
            "The numeric address to listen at; port 0 for any that is free.",
            valueName: "HOST:PORT"))
    var listen = ListenAddress.usual

    @Option(help: ArgumentHelp("How many stations, 1 to 20000.", valueName: "N"))
    var stations = 4

    @Option(
        help: ArgumentHelp(
            "Publications of each station a second, besides one after each change. "
                + "(default: as often as a server of the feed usually does)", valueName: "R"))
    var rate: Double?

    @Option(help: ArgumentHelp("The protocol that they speak.", valueName: "TYPE"))
    var feed = SimulatedFeed.azuraCast

    @Flag(help: "Encrypt, with a self-signed certificate made up at the start.")
    var tls = false

    @Option(
        help: ArgumentHelp("What chance is made of; the same seed, the same music.", valueName: "N")
    )
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "What goes wrong again and again: connections break off (drop), nothing is sent "
                + "(silence), or nonsense is (garbage), each time for half of --fault-every; or "
                + "the server restarts (restart).", valueName: "FAULT"))
    var fault: RecurringFault.Kind?

    @Option(
        help: ArgumentHelp(
            "The time from one fault to the next, in seconds, 0.1 to 3600. (default: 30)",
            valueName: "S"))
    var faultEvery: Double?

    func validate() throws {
        guard (1...20_000).contains(stations) else {
            throw ValidationError("--stations is a number from 1 to 20000.")
        }
        if let rate, !(0.001...1_000).contains(rate) {
            throw ValidationError("--rate is a number from 0.001 to 1000.")
        }
        guard fault != nil || faultEvery == nil else {
            throw ValidationError("--fault-every needs --fault: what is to go wrong?")
        }
        if let faultEvery, !(0.1...3_600).contains(faultEvery) {
            throw ValidationError("--fault-every is a number of seconds from 0.1 to 3600.")
        }
    }

    func run() throws {
        try ProgramExit.reporting {
            let (loop, farm) = try serve()
            StandardError.write(FarmNotice(farm: farm, feed: feed).text)
            let pause = faultEvery.flatMap(Interval.init(seconds:)) ?? .seconds(30)
            let recurring = fault.map { RecurringFault($0, every: pause, in: farm, on: loop) }
            recurring?.begin()
            loop.run()
            farm.close()
        }
    }

    private func serve() throws(ProgramFailure) -> (EventLoop, StationFarm) {
        let loop = try RunCommand.makeLoop()
        do {
            for signal in [SIGINT, SIGTERM] { try loop.onSignal(signal) { loop.stop() } }
            return (loop, try StationFarm(loop: loop, configuration: farmConfiguration))
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
    }

    private var farmConfiguration: FarmConfiguration {
        var configuration = FarmConfiguration(
            stations: SimulatedStation.ensemble(
                of: stations, trackLength: SimulatedStation.shortTracks, seed: seed),
            host: listen.host, port: listen.port, seed: seed)
        configuration.encryption = tls ? .selfSigned : .none
        configuration.feed = feed
        configuration.rate = rate
        return configuration
    }
}

extension ListenAddress {
    /// Where a farm is by default: on this machine, for this machine.
    static let usual = ListenAddress(host: "127.0.0.1", port: 8_765)

    private init(host: String, port: UInt16) {
        (self.host, self.port) = (host, port)
    }
}
