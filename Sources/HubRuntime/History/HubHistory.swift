import EventLoop
import History
import Hub
import Logging
import NowPlaying

/// The hub's memory on disk: opened before the hub begins, written behind its back, and told of in
/// the log and the status. Whatever becomes of it, the hub goes on.
///
/// On the loop's thread.
final class HubHistory {
    /// What the hub is to know from its life before.
    let memory: Memory
    /// How it fares.
    private(set) var status: HistoryStatus
    /// What to do when that has changed.
    var changed: ((HistoryStatus) -> Void)?

    private let log: Logger
    private let store: HistoryStore?

    /// Opens it; where that fails, it says so and keeps nothing.
    ///
    /// - Parameter settings: `nil` where nothing is to be kept.
    init(
        _ settings: HistorySettings?, in surroundings: some ConfigurationSurroundings,
        on loop: EventLoop, log: Logger
    ) {
        self.log = log
        let letters = Letters()
        let mailbox = loop.makeMailbox { (news: HistoryNews) in letters.take?(news) }
        var opened: HistoryStore?
        status = HistoryStatus(.off)
        if let settings {
            let file = settings.file ?? HistoryPlace.file(in: surroundings)
            status = HistoryStatus(.ok, file: file)
            do throws(HistoryError) {
                opened = try Self.open(file, keep: settings.keep) { mailbox.post($0) }
            } catch {
                status.state = .failed
                status.reason = error.description
            }
        }
        store = opened
        memory = opened?.memory ?? Memory()
        if let reason = status.reason {
            log.error(
                "no history: what is played now will not survive a restart",
                metadata: ["hub-reason": "\(reason)"])
        }
        letters.take = { [weak self] in self?.take($0) }
    }

    /// Whether there is anything that remembers.
    var isRemembering: Bool { store != nil }

    /// Has something written, soon.
    func remember(_ remembrance: Remembrance, at time: Timestamp) {
        store?.remember(remembrance, at: time)
    }

    /// Writes what waits, at the end.
    func finish(within seconds: Double) {
        guard let store, !store.finish(within: seconds) else { return }
        log.error(
            "the end of the history was not written in time",
            metadata: ["hub-file": "\(status.file ?? "")"])
    }

    private static func open(
        _ file: String?, keep: Interval, tell: @escaping @Sendable (HistoryNews) -> Void
    ) throws(HistoryError) -> HistoryStore {
        guard let file else { throw .nowhere }
        return try HistoryStore(file, keep: keep, clock: { SystemClock().now }, tell: tell)
    }

    private func take(_ news: HistoryNews) {
        let file = status.file ?? ""
        switch news {
        case .works:
            status.state = .ok
            status.reason = nil
            log.notice("the history is written again", metadata: ["hub-file": "\(file)"])
        case .failed(let error):
            status.state = .failed
            status.reason = error.description
            log.error("the history is not written", metadata: ["hub-reason": "\(error)"])
        case .setAside(let name, let reason):
            log.error(
                "the history was damaged: it was set aside, and a new one begun",
                metadata: ["hub-file": "\(name)", "hub-reason": "\(reason)"])
        case .dropped(let total):
            if status.dropped == 0 {
                log.warning(
                    "the disk is too slow for the history: parts of it are dropped",
                    metadata: ["hub-file": "\(file)"])
            }
            status.dropped = total
        }
        changed?(status)
    }

    /// What lies between the mailbox, which must be there first, and the history.
    private final class Letters {
        var take: ((HistoryNews) -> Void)?
    }
}
