public import Loop
import FanOut
import Glibc
public import Hub
import HubClient
import JSON
public import Logging
import NowPlaying
public import Support
import Views

/// The hub as a program: the socket, stdout, signals, and the end in good order.
public final class Program {
    /// The requests of the command line.
    public struct Options {
        /// The file that the config was read from, to be read again; `nil` where there is none.
        public var configurationPath: String?
        /// The socket's path; `nil` for the usual one.
        public var socketPath: String?
        /// The request for stdout; `nil` for no output.
        public var output: OutputRequest?
        /// The request for a table of stations; `nil` for no table.
        public var table: TableRequest?
        /// The file of the recording; `nil` for no recording.
        public var recordingPath: String?
        /// It is a first look: the web server may take any port, and its address is told with a
        /// token that may do everything.
        public var isDemonstration = false
        /// Tells the user something that must not stand in a log.
        public var announce: (String) -> Void = { _ in }

        /// A hub that serves its socket only.
        public init() {}
    }

    /// The longest that the end may take in all: two seconds, less what the system needs itself.
    private static let shutdownTime = Duration.milliseconds(1_900)
    /// So much of it components have for what is under way, in milliseconds.
    private static let settlingTime: UInt64 = 1_000
    /// So much of it is left to the log, which may have to say what else was too slow.
    private static let logTime = Duration.milliseconds(100)

    private let configuration: ProgramConfiguration
    private let options: Options
    private let log: Logger
    private let loop: EventLoop
    private let service: HubService
    private let recorder: Recorder?
    private let history: HubHistory
    private let cluster: ClusterHosting?
    private let components: [any Component]
    private var notifier: ServiceNotifier?
    private var reload: ConfigurationReload?
    private var discoverer: StationDiscoverer?
    /// The config without the discovered stations.
    private var configured: HubConfiguration
    private var failure: ProgramFailure?
    private var isEnding = false
    private let stage: ComponentContext.Stage
    private var settling: LoopTimer?

    /// The deadline by which history, stdout and recording are written, or given up.
    private var deadline = Deadline.after(shutdownTime - logTime)
    /// The deadline by which the log is written, or given up, and the program has ended.
    public private(set) var end = Deadline.after(shutdownTime)

    /// A program that has opened what it needs and does nothing yet.
    public init(
        _ configuration: ProgramConfiguration, options: Options, on loop: EventLoop, log: Logger
    ) throws(ProgramFailure) {
        self.configuration = configuration
        configured = configuration.hub
        self.options = options
        self.loop = loop
        self.log = log
        LibraryLog.send { level, line in
            // Its errors are mostly a peer's bad manners, which the core reports in its own words.
            let level: Logger.Level = level == .fault ? .error : .debug
            log.log(level: level, "libwebsockets", metadata: ["hub-detail": "\(line)"])
        }
        let inherited = try Self.inheritedSockets()
        let epoch = UInt64.random(in: .min ... .max).hexadecimal
        let seed = UInt64.random(in: .min ... .max)
        // The recording's header has the very moment from which the hub counts.
        let now = SystemClock().now
        recorder = try options.recordingPath.map { path throws(ProgramFailure) in
            try Self.recorder(
                to: path, epoch: epoch, seed: seed, at: now, configuration, on: loop, log)
        }
        let history = HubHistory(
            configuration.history, in: SystemEnvironment(), on: loop, log: log)
        self.history = history
        cluster = configuration.cluster.map {
            ClusterHosting(
                $0, keeping: configuration.hub.timelineWindow(),
                seed: seed ^ UInt64.random(in: .min ... .max), on: loop, log: log)
        }
        let stage = ComponentContext.Stage()
        self.stage = stage
        let service = HubService(
            configuration: configuration.hub, epoch: epoch, seed: seed, at: now, on: loop,
            log: log, recorder: recorder, history: history, cluster: cluster
        ) {
            stage.isHubFinished = true
            stage.settled()
        }
        self.service = service
        let context = ComponentContext(
            configuration: configuration, options: options, hub: service, inherited: inherited,
            loop: loop, log: log, stage: stage)
        components = try Self.components(context)
        reload = options.configurationPath.map { path in
            ConfigurationReload(path: path, started: configuration, on: loop, log: log) {
                [weak self] in
                self?.reconfigure($0)
            } ended: { [weak self] in
                self?.notifier?.tellReloaded(complaint: $0)
            }
        }
        notifier = ServiceNotifier(on: loop) { [service] in
            service.summary.description
        } progress: { [service] in
            service.lookAtTime()
        } failed: { reason in
            log.warning("the service manager hears nothing", metadata: ["hub-reason": "\(reason)"])
        }
        service.meter = ProcessMeter(of: loop, startedAt: now.wall, reload, cluster, components)
        context.stage.outputLost = { [weak self] in self?.outputLost($0) }
        stage.settled = { [weak self] in self?.settle() }
        context.stage.end = { [weak self] in self?.beginEnd() }
    }

    /// The components of the config and of the command line, in the order in which they begin.
    private static func components(
        _ context: ComponentContext
    ) throws(ProgramFailure) -> [any Component] {
        let all: [(any Component)?] = [
            // The socket comes before the web, which announces an address that must stay good.
            TableHosting(context), try SocketHosting(context), try WebHosting(context),
            OutputHosting(context), DesktopHosting(context), MQTTHosting(context),
            HookHosting(context),
        ]
        return all.compactMap(\.self)
    }

    private func discoverStations(of discoveries: [StationDiscovery]) {
        guard !discoveries.isEmpty || discoverer != nil else { return }
        discoverer = discoverer ?? .init(on: loop, log: log) { [weak self] in self?.reconfigure() }
        discoverer?.discover(discoveries)
    }

    /// Serves until a signal ends it.
    public func run() throws(ProgramFailure) {
        checkDescriptors()
        // First, so that a program that sees the socket can end the hub in good order.
        try watchSignals()
        defer { for component in components.reversed() { component.finish(by: deadline) } }
        for component in components { try component.begin() }
        for component in components { component.announce() }
        service.start()
        loop.acceptsConnections = false
        service.joinCluster(as: configuration.hub) { [weak self] in self?.serve() }
        discoverStations(of: configuration.discoveries)
        loop.run()
        noteEnd()
        cluster?.finish(by: deadline)
        history.finish(by: deadline)
        finishRecording()
        notifier?.finish(by: deadline)
        if let failure { throw failure }
    }

    // MARK: Beginning

    private static func inheritedSockets() throws(ProgramFailure) -> InheritedSockets {
        do throws(InheritedSocketError) {
            return try .take()
        } catch {
            throw ProgramFailure(.configuration, "\(error)")
        }
    }

    /// Clients are not accepted before it is known in which epoch they are served: those that come
    /// back with what they hold would lose it, and be cut.
    private func serve() {
        guard !isEnding else { return }
        loop.acceptsConnections = true
        notifier?.tellStarted()
    }

    private func watchSignals() throws(ProgramFailure) {
        do throws(EventLoopError) {
            try loop.onSignal(SIGINT) { [weak self] in self?.stop(SIGINT) }
            try loop.onSignal(SIGTERM) { [weak self] in self?.stop(SIGTERM) }
            try loop.onSignal(SIGHUP) { [weak self] in self?.readConfigurationAgain() }
        } catch {
            throw ProgramFailure(.internalError, "cannot watch signals: \(error)")
        }
    }

    private func stop(_ signal: Int32) {
        log.info("ending", metadata: ["hub-signal": "\(signal)"])
        beginEnd()
    }

    private func beginEnd() {
        noteEnd()
        notifier?.tellStopping()
        discoverer?.stop()
        for component in components { component.close() }
        service.stop()
    }

    /// The loop ends when the hub has finished and no component is busy, or has been for too long.
    private func settle() {
        guard stage.isHubFinished else { return }
        guard components.contains(where: \.isBusy) else { return loop.stop() }
        guard settling == nil else { return }
        settling = loop.makeTimer { [loop] in loop.stop() }
        settling?.arm(afterMilliseconds: Self.settlingTime)
    }

    /// From the first reason to end, the time for it runs.
    private func noteEnd() {
        guard !isEnding else { return }
        isEnding = true
        deadline = .after(Self.shutdownTime - Self.logTime)
        end = .after(Self.shutdownTime)
    }

    private func readConfigurationAgain() {
        notifier?.tellReloading(sinceMicroseconds: SystemClock.uptimeMicroseconds)
        for component in components { component.reload() }
        guard let reload else {
            log.notice("nothing to reload: the hub was started without a config")
            notifier?.tellReloaded(complaint: nil)
            return
        }
        reload.begin()
    }

    private func reconfigure(_ configuration: ProgramConfiguration) {
        configured = configuration.hub
        discoverStations(of: configuration.discoveries)
        for component in components { component.reconfigure(configuration) }
        reconfigure()
    }

    private func reconfigure() {
        service.reconfigure(discoverer?.completed(configured) ?? configured)
        checkDescriptors()
    }

    private func checkDescriptors() {
        let needed = DescriptorBudget.limit(forLinks: service.linkCount)
        let descriptors = loop.descriptors
        guard needed > descriptors.limit else { return }
        log.warning(
            "too few file descriptors for all links: raise the limit (ulimit -n, LimitNOFILE=)",
            metadata: [
                "hub-needed": "\(needed)", "hub-limit": "\(descriptors.limit)",
                "hub-links": "\(min(descriptors.links, service.linkCount))",
            ])
    }

    /// The reader of stdout has gone: without other clients there is none left to serve.
    private func outputLost(_ error: Int32) {
        guard service.summary.clients == 0 else { return }
        if error != EPIPE {
            failure = ProgramFailure(
                .inputOutput, "stdout: \(systemMessage(error))")
        }
        beginEnd()
    }

    // MARK: Recording

    private static func recorder(
        to path: String, epoch: String, seed: UInt64, at now: Moment,
        _ configuration: ProgramConfiguration, on loop: EventLoop, _ log: Logger
    ) throws(ProgramFailure) -> Recorder {
        guard let descriptor = PrivateFile.open(path) else {
            let reason = lastSystemMessage()
            throw ProgramFailure(
                .inputOutput, "cannot record to \(path): \(reason); name another file")
        }
        let mailbox = loop.makeMailbox { (reason: String) in
            log.error(
                "recording ended", metadata: ["hub-file": "\(path)", "hub-reason": "\(reason)"])
        }
        return Recorder(
            to: descriptor, epoch: epoch, seed: seed, config: configuration.hub.fingerprint,
            at: now
        ) { mailbox.post($0) }
    }

    private func finishRecording() {
        guard let path = options.recordingPath,
            let reason = recorder?.finish(by: deadline, at: SystemClock().now)
        else { return }
        let problem = "the recording \(path) is incomplete: \(reason)"
        failure = failure ?? ProgramFailure(.inputOutput, problem)
    }
}
