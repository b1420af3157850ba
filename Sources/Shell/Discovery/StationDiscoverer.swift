import Loop
import Feeds
import Hub
import Logging
import NowPlaying
import Stations
import Support
import Protocols

/// Asks servers for their stations again and again, and tells when those are others.
///
/// A server that does not answer keeps the stations that it had. The requests wait on threads of
/// their own, which a `DiscoverySchedule` shares between the servers.
final class StationDiscoverer {
    private typealias Outcome = Result<[String], HTTPFailure>

    private struct Answer: Sendable {
        let server: String
        let thread: Int
        let outcome: Outcome
    }

    /// A request, on the worker's thread.
    private struct Question: Sendable {
        let server: String
        let thread: Int
        let fetch: HTTPFetch
        let kind: StationDiscovery.Kind
        let mailbox: Mailbox<Answer>

        func ask() {
            mailbox.post(Answer(server: server, thread: thread, outcome: outcome))
        }

        private var outcome: Outcome {
            do {
                return .success(try kind.names(in: try fetch.get()))
            } catch let failure as HTTPFailure {
                return .failure(failure)
            } catch {
                return .failure(
                    HTTPFailure("it answers with something else than \(kind.words)'s list"))
            }
        }
    }

    /// A server, and what is known of it.
    private struct Source {
        let discovery: StationDiscovery
        var shortcodes: [String] = []
        var failures = 0
        let timer: LoopTimer

        var metadata: Logger.Metadata { ["hub-server": "\(discovery.server)"] }

        /// With the address that is asked.
        func metadata(reason: String) -> Logger.Metadata {
            ["hub-url": "\(discovery.listURL)", "hub-reason": "\(reason)"]
        }
    }

    /// The pause after a first failure before the server is asked again.
    private static let firstRetry = Interval.seconds(5)

    private let loop: EventLoop
    private let log: Logger
    private let changed: () -> Void
    /// The most that one server may list.
    private let stationsMax = Limits().stationsByServer
    private lazy var workers = (0..<DiscoverySchedule.threads).map {
        SerialWorker("nphub-discov-\($0)", capacity: 1, niceness: 5)
    }
    private var schedule = DiscoverySchedule()
    private var mailbox: Mailbox<Answer>?
    private var sources: [String: Source] = [:]
    private var order: [String] = []

    /// - Parameter changed: What to do when `stations` are others.
    init(on loop: EventLoop, log: Logger, changed: @escaping () -> Void) {
        self.loop = loop
        self.log = log
        self.changed = changed
        mailbox = loop.makeMailbox { [weak self] in self?.take($0) }
    }

    /// The stations of all servers, in the order of the config and of each server's list.
    var stations: [StationConfiguration] {
        order.compactMap { sources[$0] }.flatMap { source in
            source.shortcodes.compactMap { source.discovery.station(named: $0) }
        }
    }

    /// Returns a config with the stations of all servers; of two with the same id, the config's.
    func completed(_ configured: HubConfiguration) -> HubConfiguration {
        var hub = configured
        var ids = Set(hub.stations.map(\.id))
        hub.stations += stations.filter { ids.insert($0.id).inserted }
        return hub
    }

    /// Asks these servers from now on, each at once; of those that were asked before, what they
    /// said stays.
    func discover(_ discoveries: [StationDiscovery]) {
        let before = sources
        sources = [:]
        order = []
        for discovery in discoveries where sources[discovery.key] == nil {
            let key = discovery.key
            let timer = loop.makeTimer { [weak self] in self?.ask(key) }
            var source = Source(discovery: discovery, timer: timer)
            source.shortcodes = before[key]?.shortcodes ?? []
            sources[key] = source
            order.append(key)
            ask(key)
        }
    }

    /// Asks nothing more.
    func stop() {
        sources = [:]
    }

    private func ask(_ key: String) {
        guard let source = sources[key] else { return }
        schedule.add(key, isSuspect: source.failures > 0)
        askNext()
    }

    private func askNext() {
        while let (server, thread) = schedule.next() {
            if !ask(server, on: thread) { schedule.end(on: thread) }
        }
    }

    /// - Returns: Whether an answer will come.
    private func ask(_ key: String, on thread: Int) -> Bool {
        guard let source = sources[key], let mailbox else { return false }
        let question = Question(
            server: key, thread: thread, fetch: source.discovery.fetch,
            kind: source.discovery.kind, mailbox: mailbox)
        if workers[thread].run({ question.ask() }) { return true }
        plan(key, in: Self.firstRetry)
        return false
    }

    private func plan(_ key: String, in pause: Interval) {
        sources[key]?.timer.arm(afterMilliseconds: UInt64(clamping: pause.milliseconds))
    }

    // MARK: Answers

    private func take(_ answer: Answer) {
        schedule.end(on: answer.thread)
        defer { askNext() }
        guard let source = sources[answer.server] else { return }
        switch answer.outcome {
        case .success(let shortcodes):
            if shortcodes.count > stationsMax { tellOfTooMany(shortcodes.count, source) }
            note(Array(shortcodes.prefix(stationsMax)), of: answer.server, source)
        case .failure(let failure): noteFailure("\(failure)", of: answer.server, source)
        }
    }

    private func note(_ shortcodes: [String], of key: String, _ source: Source) {
        // One that is being set up again has none for a while, and keeps those that it had.
        guard !shortcodes.isEmpty else { return noteFailure("it lists none", of: key, source) }
        sources[key]?.failures = 0
        plan(key, in: source.discovery.every)
        if source.failures > 0 {
            log.notice("server lists its stations again", metadata: source.metadata)
        }
        guard shortcodes != source.shortcodes else { return }
        sources[key]?.shortcodes = shortcodes
        tell(of: shortcodes, source)
        changed()
    }

    private func tellOfTooMany(_ count: Int, _ source: Source) {
        guard source.shortcodes.count < stationsMax else { return }
        log.warning(
            "stations left out: a server may list \(stationsMax)",
            metadata: source.metadata.merging(["hub-count": "\(count - stationsMax)"]) { $1 })
    }

    private func tell(of shortcodes: [String], _ source: Source) {
        let (old, new) = (Set(source.shortcodes), Set(shortcodes))
        let useless = shortcodes.filter { source.discovery.station(named: $0) == nil }
        if let first = useless.first {
            log.warning(
                "stations left out: their short codes are no ids",
                metadata: source.metadata.merging([
                    "hub-count": "\(useless.count)", "hub-shortcode": "\(first.quotable)",
                ]) { $1 })
        }
        log.notice(
            "stations discovered",
            metadata: source.metadata.merging([
                "hub-added": "\(new.subtracting(old).count)",
                "hub-removed": "\(old.subtracting(new).count)", "hub-stations": "\(new.count)",
            ]) { $1 })
    }

    private func noteFailure(_ reason: String, of key: String, _ source: Source) {
        sources[key]?.failures += 1
        let pause = Self.firstRetry * Double(1 << min(source.failures, 10))
        plan(key, in: min(pause, source.discovery.every))
        guard source.failures == 0 else { return }
        log.warning(
            "server does not list its stations; it is asked again until it does",
            metadata: source.metadata(reason: reason))
    }
}

extension StationDiscovery {
    /// The key that tells servers apart.
    fileprivate var key: String { "\(kind) \(prefix) \(server)" }

    fileprivate var listURL: String { server + kind.path }

    fileprivate var fetch: HTTPFetch {
        var fetch = HTTPFetch(listURL)
        fetch.headers = model.dial.headers.map { HTTPFetch.Header($0.name, $0.value) }
        fetch.certificateFile = model.dial.tls.ca
        fetch.isInsecure = model.dial.tls.insecure
        return fetch
    }
}

extension StationDiscovery.Kind {
    /// The path of the list.
    fileprivate var path: String {
        switch self {
        case .azuraCast: AzuraCastDirectory.path
        case .icecast: IcecastDirectory.path
        }
    }

    /// The name for people.
    fileprivate var words: String {
        switch self {
        case .azuraCast: "AzuraCast"
        case .icecast: "Icecast"
        }
    }

    /// The names of the stations in a list.
    fileprivate func names(in list: [UInt8]) throws -> [String] {
        switch self {
        case .azuraCast: try AzuraCastDirectory.shortcodes(in: list)
        case .icecast: try IcecastDirectory.mounts(in: list)
        }
    }
}
