public import EventLoop
import Foundation
public import Hub
public import Logging
import NowPlaying
import Support
import Views

/// The hub as a program: the socket, stdout, signals, and the end in good order.
public final class Program {
    /// What the command line asks for.
    public struct Options {
        /// The file that the config was read from, to be read again; `nil` where there is none.
        public var configurationPath: String?
        /// The socket's path; `nil` for the usual one.
        public var socketPath: String?
        /// What stdout gets; `nil` for nothing.
        public var output: OutputRequest?
        /// Where to record; `nil` for nowhere.
        public var recordingPath: String?

        /// A hub that serves its socket only.
        public init() {}
    }

    /// The longest that stdout and the recording may take at the end.
    private static let farewell = Duration.seconds(2)

    private let configuration: ProgramConfiguration
    private let options: Options
    private let log: Logger
    private let loop: EventLoop
    private let service: HubService
    private let server: SocketServer
    private let recorder: Recorder?
    private let history: HubHistory
    private var reload: ConfigurationReload?
    private var output: OutputSink?
    private var failure: ProgramFailure?

    /// A program that has opened what it needs and does nothing yet.
    public init(
        _ configuration: ProgramConfiguration, options: Options, on loop: EventLoop, log: Logger
    ) throws(ProgramFailure) {
        self.configuration = configuration
        self.options = options
        self.loop = loop
        self.log = log
        LibraryLog.send { level, line in
            // Its errors are mostly a peer's bad manners, which the core reports in its own words.
            log.debug("libwebsockets", metadata: ["hub-detail": "\(level): \(line)"])
        }
        let epoch = Self.makeEpoch()
        let seed = UInt64.random(in: .min ... .max)
        // The recording's header has the very moment from which the hub counts.
        let now = SystemClock().now
        recorder = try options.recordingPath.map { path throws(ProgramFailure) in
            try Self.recorder(
                to: path, epoch: epoch, seed: seed, at: now, configuration, on: loop, log)
        }
        let history = HubHistory(
            configuration.history, in: SystemSurroundings(), on: loop, log: log)
        self.history = history
        let service = HubService(
            configuration: configuration.hub, epoch: epoch, seed: seed, at: now, on: loop,
            log: log, recorder: recorder, history: history
        ) { loop.stop() }
        self.service = service
        server = try Self.server(configuration.socket, service, log)
        reload = options.configurationPath.map { path in
            ConfigurationReload(path: path, started: configuration, on: loop, log: log) {
                [weak self] in self?.reconfigure($0)
            }
        }
    }

    /// Serves until a signal ends it.
    public func run() throws(ProgramFailure) {
        checkDescriptors()
        // First, so that whoever sees the socket can end the hub in good order.
        try watchSignals()
        try listen()
        if let request = options.output { connectOutput(request) }
        service.start()
        if let session = configuration.desktop.session { service.connectDesktop(to: session) }
        loop.run()
        history.finish(by: .after(Self.farewell))
        _ = output?.finish(by: .after(Self.farewell))
        finishRecording()
        if let failure { throw failure }
    }

    // MARK: Beginning

    private static func server(
        _ settings: SocketSettings, _ service: HubService, _ log: Logger
    ) throws(ProgramFailure) -> SocketServer {
        do throws(SocketServerError) {
            return try SocketServer(settings) {
                service.accept($0)
            } refused: { peer in
                let user = peer.map { "\($0.user)" } ?? "unknown"
                log.warning("connection refused", metadata: ["hub-user": "\(user)"])
            }
        } catch {
            throw ProgramFailure(.configuration, "\(error)")
        }
    }

    private func listen() throws(ProgramFailure) {
        let explicit = options.socketPath ?? configuration.socket.path
        let place: SocketPath
        do throws(SocketPathError) {
            place = try SocketPath(
                explicit: explicit, environment: ProcessInfo.processInfo.environment,
                userID: geteuid())
            try place.makeFolder(in: SystemFiles())
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
        do throws(SocketServerError) {
            try server.listen(at: place.path, on: loop)
        } catch {
            throw ProgramFailure(.inputOutput, "\(error)")
        }
        log.notice("listening", metadata: ["hub-socket": "\(place.path)"])
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
        server.close()
        service.stop()
    }

    private func readConfigurationAgain() {
        guard let reload else {
            return log.notice("nothing to reload: the hub was started without a config")
        }
        reload.begin()
    }

    private func reconfigure(_ configuration: HubConfiguration) {
        service.reconfigure(configuration)
        checkDescriptors()
    }

    private func checkDescriptors() {
        let needed = DescriptorShares.limit(forLinks: service.linkCount)
        let descriptors = loop.descriptors
        guard needed > descriptors.limit else { return }
        log.warning(
            "too few file descriptors for all links: raise the limit (ulimit -n, LimitNOFILE=)",
            metadata: [
                "hub-needed": "\(needed)", "hub-limit": "\(descriptors.limit)",
                "hub-links": "\(min(descriptors.links, service.linkCount))",
            ])
    }

    // MARK: stdout

    private func connectOutput(_ request: OutputRequest) {
        let loop = loop
        service.connect(
            { [service, weak self] id in
                let sink = OutputSink(id, descriptor: STDOUT_FILENO, on: loop) {
                    service.tell($0)
                } lost: { error in
                    self?.outputLost(error)
                }
                self?.output = sink
                return sink
            }, request)
    }

    /// Nobody reads stdout any more: without other clients there is nobody left to serve.
    private func outputLost(_ error: Int32) {
        guard service.socketClientCount == 0 else { return }
        if error != EPIPE {
            failure = ProgramFailure(
                .inputOutput, "stdout: \(String(cString: strerror(error)))")
        }
        server.close()
        service.stop()
    }

    // MARK: Recording

    private static func makeEpoch() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func recorder(
        to path: String, epoch: String, seed: UInt64, at now: Moment,
        _ configuration: ProgramConfiguration, on loop: EventLoop, _ log: Logger
    ) throws(ProgramFailure) -> Recorder {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ProgramFailure(.inputOutput, "cannot record to \(path): \(reason)")
        }
        let mailbox = loop.makeMailbox { (error: Int32) in
            let reason = String(cString: strerror(error))
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
            let reason = recorder?.finish(by: .after(Self.farewell), at: SystemClock().now)
        else { return }
        let problem = "the recording \(path) is incomplete: \(reason)"
        failure = failure ?? ProgramFailure(.inputOutput, problem)
    }
}
