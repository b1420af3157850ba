public import NowPlaying
public import Support

/// Writes what is to survive a restart, on a thread of its own, which may wait for the disk as long
/// as it likes.
///
/// A failure costs history, never the service: it is reported, and the work is tried again. Notes
/// for which there is no room meanwhile are counted and dropped.
public final class HistoryStore: Sendable {
    /// The thread's niceness: of little weight, and never without its turn.
    private static let niceness = 10

    private let clock: @Sendable () -> Moment
    private let queue: Monitor<HistoryQueue>
    private let worker = SerialWorker("nphub-history", capacity: 1, niceness: niceness)
    private let restored: Monitor<RestoredState?>
    /// The reason why the file could not be opened at once; `nil` if it was opened.
    public let failure: HistoryError?
    /// The places up to which the file has what others keep, by their names; none if it could not
    /// be opened at once.
    public let cursors: [String: Int64]

    /// Opens a history or begins one, and reads what a hub that starts needs of it. Where that
    /// fails, it is tried again until it succeeds.
    ///
    /// - Parameters:
    ///   - keep: What is older is deleted.
    ///   - clock: Reads the machine's clocks; called on the store's thread too.
    ///   - tell: What becomes of the history; called on the store's thread, and here.
    public init(
        _ path: String, keep: Interval, limits: HistoryLimits = HistoryLimits(),
        clock: @escaping @Sendable () -> Moment, tell: @escaping @Sendable (HistoryNews) -> Void
    ) {
        self.clock = clock
        queue = Monitor(HistoryQueue(within: limits))
        let writer = HistoryWriter(path, keep: keep, limits: limits, at: clock(), tell: tell)
        restored = Monitor(writer.takeRestoredState())
        failure = writer.failure
        cursors = writer.cursors
        if !worker.run({ [self] in run(writer) }) {
            tell(.failed(.inaccessible(path: path, reason: "the system gives no thread for it")))
        }
    }

    /// Returns, once, the state that a starting hub needs; `nil` if the file could not be opened.
    public func takeRestoredState() -> RestoredState? { restored.withLock { $0.take() } }

    /// Has something written: what listeners chose at once, all else soon.
    public func remember(_ change: PersistedChange, at now: Moment) {
        if queue.withLock({ $0.apply(change, at: now) }) { queue.notify() }
    }

    /// Has a place written, soon, up to which what came has what another keeps.
    public func noteCursor(_ name: String, at place: Int64, at now: Moment) {
        if queue.withLock({ $0.noteCursor(name, at: place, at: now.monotonic) }) { queue.notify() }
    }

    /// Writes what waits, and closes the file.
    ///
    /// - Returns: Whether all was written in time.
    public func finish(by deadline: Deadline) -> Bool {
        queue.withLock { $0.isEnding = true }
        queue.notify()
        return worker.finish(by: deadline) && queue.withLock { $0.due == nil }
    }

    // MARK: On its thread

    private func run(_ writer: HistoryWriter) {
        var isEnding = false
        while !isEnding {
            isEnding = awaitWork(of: writer)
            writer.work(through: queue, at: clock(), isEnding: isEnding)
        }
        writer.close()
    }

    /// Waits until there is something to do.
    ///
    /// - Returns: Whether the end has come.
    private func awaitWork(of writer: HistoryWriter) -> Bool {
        while true {
            let due = queue.withLock { $0.due }
            let left = writer.deadline(due: due) - clock().monotonic
            if left <= .zero { return queue.withLock { $0.isEnding } }
            let isEnding = queue.wait(until: .after(.milliseconds(left.milliseconds))) { queue in
                queue.isEnding ? true : queue.due == due ? nil : false
            }
            if isEnding == true { return true }
        }
    }
}
