internal import Foundation
public import NowPlaying
internal import Synchronization

/// Writes what is to survive a restart, on a thread of its own, which may wait for the disk as long
/// as it likes.
///
/// What goes wrong costs history, never the service: it is told, tried again, and what there is no
/// room for meanwhile is counted and dropped.
public final class HistoryStore: Sendable {
    /// How much nicer the thread is than others: of little weight, and never without its turn.
    private static let niceness: CInt = 10

    private let keep: Interval
    private let limits: HistoryLimits
    private let clock: @Sendable () -> Moment
    private let tell: @Sendable (HistoryNews) -> Void
    private let queue = Mutex(HistoryQueue())
    private let work = DispatchSemaphore(value: 0)
    private let hurry = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    /// What a hub that starts is to know.
    public let memory: Memory

    /// Opens a history or begins one, reads what a hub that starts needs of it, and is ready to
    /// write.
    ///
    /// - Parameters:
    ///   - keep: What is older is deleted.
    ///   - clock: Reads the machine's clocks; called on the store's thread too.
    ///   - tell: What becomes of the history; called on the store's thread.
    public init(
        _ path: String, keep: Interval, limits: HistoryLimits = HistoryLimits(),
        clock: @escaping @Sendable () -> Moment, tell: @escaping @Sendable (HistoryNews) -> Void
    ) throws(HistoryError) {
        self.keep = keep
        self.limits = limits
        self.clock = clock
        self.tell = tell
        let keeper = try HistoryKeeper(path, limits: limits, at: clock().wall)
        memory = keeper.memory
        let hand = Mutex<HistoryKeeper?>(keeper)
        let thread = Thread { [self] in
            // On Linux `nice` is for the calling thread alone: whoever serves listeners goes first.
            _ = nice(Self.niceness)
            if let keeper = hand.withLock({ $0 }) { run(keeper) }
        }
        thread.name = "nphub-history"
        thread.start()
    }

    /// Has something written, soon.
    public func remember(_ remembrance: Remembrance, at time: Timestamp) {
        let note = HistoryNote(remembrance, at: time)
        let isFirst = queue.withLock { $0.take(note, within: limits) }
        if isFirst { work.signal() }
    }

    /// Writes what waits, and closes the file.
    ///
    /// - Returns: Whether all was written within the time.
    public func finish(within seconds: Double) -> Bool {
        queue.withLock { $0.isEnding = true }
        work.signal()
        hurry.signal()
        guard done.wait(timeout: .now() + seconds) == .success else { return false }
        return queue.withLock { $0.waiting.isEmpty }
    }

    // MARK: On its thread

    private func run(_ keeper: HistoryKeeper) {
        var prunes = clock().monotonic
        var isFailing = false
        var toldDrops = 0
        tellAll(of: keeper)
        while true {
            let isEnding = awaitWork(until: isFailing ? nil : prunes)
            let now = clock()
            let failure = write(with: keeper, at: now.wall)
            if failure == nil, !isEnding, prunes <= now.monotonic {
                let isMore = try? keeper.prune(before: now.wall - keep, at: now.wall)
                prunes = now.monotonic + (isMore == true ? limits.batching : limits.pruning)
            }
            tellAll(of: keeper)
            if let failure, !isFailing { tell(.failed(failure)) }
            if failure == nil, isFailing { tell(.works) }
            isFailing = failure != nil
            let dropped = queue.withLock { $0.dropped }
            if dropped != toldDrops { tell(.dropped(total: dropped)) }
            toldDrops = dropped
            if isEnding { break }
        }
        keeper.close()
        done.signal()
    }

    private func tellAll(of keeper: HistoryKeeper) {
        for news in keeper.takeNews() { tell(news) }
    }

    /// Waits until there is something to do, and then for what comes with it.
    ///
    /// - Parameter deadline: When there is something to do anyhow; `nil` after a failure.
    /// - Returns: Whether the end has come.
    private func awaitWork(until deadline: Instant?) -> Bool {
        let patience = deadline.map { $0 - clock().monotonic } ?? limits.retry
        _ = work.wait(timeout: .now() + max(patience, .zero).seconds)
        if queue.withLock({ $0.isEnding }) { return true }
        _ = hurry.wait(timeout: .now() + limits.batching.seconds)
        return queue.withLock { $0.isEnding }
    }

    /// Writes what waits; keeps it, as far as there is room, where that fails.
    private func write(with keeper: HistoryKeeper, at now: Timestamp) -> HistoryError? {
        let notes = queue.withLock { $0.takeWaiting() }
        do {
            try keeper.remember(notes, at: now)
            return nil
        } catch {
            queue.withLock { $0.putBack(notes, within: limits) }
            return error
        }
    }
}
