import Loop
import Hub
import Logging
import NowPlaying
import Support

/// The hub's memory on disk: opened before the hub begins, or as soon as that is possible, written
/// by a thread of its own, and told of in the log and the status. Whatever becomes of it, the hub
/// goes on.
///
/// On the loop's thread.
final class HubHistory {
    /// A line about what is dropped is logged at most this often.
    private static let dropsLogged = Interval.seconds(3_600)
    /// The stations of which most was dropped that such a line names.
    private static let namedStations = 5

    /// Its state, and what was lost.
    private(set) var status: HistoryStatus
    /// Receives the status when it has changed.
    var changed: ((HistoryStatus) -> Void)?
    /// Receives state that was read while the hub was running: a file was opened, or the clock was
    /// set forward.
    var opened: ((RestoredState) -> Void)?

    /// Receives a number when all preferences up to it are in the file, or cannot be written for
    /// now.
    var preferencesSettled: ((Int) -> Void)?

    private let log: Logger
    private let clock = SystemClock()
    private var store: HistoryStore?
    private var logsDrops = Instant(milliseconds: .min)
    /// The number of preferences to be written, and of those that are written or have failed.
    private var preferences = (given: 0, written: 0)

    /// Opens it; where that fails, it says so and tries again.
    ///
    /// - Parameter settings: `nil` where nothing is to be kept.
    init(
        _ settings: HistorySettings?, in environment: some ConfigurationEnvironment,
        on loop: EventLoop, log: Logger
    ) {
        self.log = log
        status = HistoryStatus(.off)
        guard let settings else { return }
        guard let file = settings.file ?? HistoryPlace.file(in: environment) else {
            fail(with: HistoryError.nowhere.description)
            return
        }
        let mailbox = loop.makeMailbox { [weak self] (news: HistoryNews) in self?.apply(news) }
        let clock = clock
        let store = HistoryStore(file, keep: settings.keep, clock: { clock.now }) {
            mailbox.post($0)
        }
        self.store = store
        status = HistoryStatus(.ok, file: file)
        if let failure = store.failure {
            fail(with: failure.description + "; it is tried again every 10 s")
        }
    }

    /// Returns, once, the state that the hub keeps from its life before; `nil` if not known yet.
    func takeRestoredState() -> RestoredState? {
        store == nil ? RestoredState() : store?.takeRestoredState()
    }

    /// The place up to which the file has what another keeps.
    func cursor(_ name: String) -> Int64? { store?.cursors[name] }

    /// Notes the place up to which what came has what another keeps.
    func noteCursor(_ name: String, at place: Int64) {
        store?.noteCursor(name, at: place, at: clock.now)
    }

    /// Writes what waits, at the end.
    func finish(by deadline: Deadline) {
        guard let store, !store.finish(by: deadline) else { return }
        log.error(
            "the end of the history was not written in time",
            metadata: ["hub-file": "\(status.file ?? "")"])
    }

    private func fail(with reason: String) {
        status.state = .failed
        status.reason = reason
        log.error(
            "no history: what is played now may not survive a restart",
            metadata: ["hub-reason": "\(reason)"])
    }

    // MARK: News

    private func apply(_ news: HistoryNews) {
        if case .preferencesWritten(let count) = news { return settle(through: count) }
        let file: Logger.Metadata = ["hub-file": "\(status.file ?? "")"]
        switch news {
        case .works:
            status.state = .ok
            status.reason = nil
            log.notice("the history is written again", metadata: file)
        case .failed(let error):
            status.state = .failed
            status.reason = error.description + "; it is tried again every 10 s"
            log.error("the history is not written", metadata: ["hub-reason": "\(error)"])
            settle(through: preferences.given)
        case .opened(let restored):
            log.notice(
                "the history was opened: what is in it is known from now on",
                metadata: file.merging(restored.summary) { $1 })
            opened?(restored)
        case .recalled(let restored):
            opened?(restored)
        case .setAside(let name, let reason):
            log.error(
                "the history was damaged: it was set aside, and a new one begun",
                metadata: ["hub-file": "\(name)", "hub-reason": "\(reason)"])
        case .vanished(let path):
            log.error(
                "the history's file was deleted, renamed or replaced: it is opened anew",
                metadata: ["hub-file": "\(path)"])
        case .skipped(let rows):
            status.damagedRows += rows
            log.warning(
                "rows of the history are damaged: they are left out",
                metadata: file.merging(["hub-rows": "\(rows)"]) { $1 })
        case .dropped(let drops):
            apply(drops)
        case .preferencesWritten:
            break
        }
        changed?(status)
    }

    private func settle(through count: Int) {
        preferences.written = count
        preferencesSettled?(count)
    }

    /// The number of the newest preferences, if they are about to be written.
    var unwrittenPreferences: Int? {
        let isPending = status.state == .ok && preferences.written < preferences.given
        return isPending ? preferences.given : nil
    }

    private func apply(_ drops: HistoryDrops) {
        status.dropped = drops.total
        status.droppedByStation = drops.stations
        let now = clock.now.monotonic
        guard logsDrops <= now else { return }
        logsDrops = now + Self.dropsLogged
        let most = drops.stations.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        log.warning(
            "parts of the history are dropped: there is more than is kept, or than the disk takes",
            metadata: [
                "hub-dropped": "\(drops.total)",
                "hub-stations": .array(
                    most.prefix(Self.namedStations).map { "\($0.key) (\($0.value))" }),
            ])
    }
}

extension RestoredState {
    /// The sizes of its parts.
    fileprivate var summary: Logger.Metadata {
        [
            "hub-favourites": "\(preferences.favourites.count)",
            "hub-sessions": "\(sessions.count)", "hub-stations": "\(timelines.count)",
        ]
    }
}

extension HubHistory: JournalSink {
    var parts: JournalParts { store == nil ? [] : .changes }

    /// Has what is to survive a restart written, soon.
    func append(_ entry: JournalEntry, at now: Moment) {
        guard case .remembered(let change) = entry else { return }
        if case .preferences = change { preferences.given += 1 }
        store?.remember(change, at: now)
    }
}
