internal import NowPlaying
import Support

/// The work of the history's thread: it opens the file, again and again if that fails, writes
/// waiting notes, and deletes old ones.
///
/// For one thread, which may wait for the disk.
final class HistoryWriter {
    private let path: String
    private let keep: Interval
    private let limits: HistoryLimits
    private let tell: (HistoryNews) -> Void
    private var keeper: HistoryKeeper?
    /// The reason why the last attempt to open or write the file failed.
    private(set) var failure: HistoryError?
    /// The time of the next attempt after a failure.
    private var retries: Instant
    /// The time at which old entries are deleted.
    private var prunes: Instant
    /// The time by which the wall clock is ahead of the monotonic one.
    private var clockOffset: Interval
    private var toldDrops = HistoryDrops()

    /// The state that was read when the file was opened; `nil` if it could not be opened.
    private(set) var restored: RestoredState?
    /// The places up to which the file had what others keep, when it was opened.
    private(set) var cursors: [String: Int64] = [:]

    /// Opens a history or begins one, if that is possible now.
    init(
        _ path: String, keep: Interval, limits: HistoryLimits, at now: Moment,
        tell: @escaping (HistoryNews) -> Void
    ) {
        self.path = path
        self.keep = keep
        self.limits = limits
        self.tell = tell
        retries = now.monotonic + limits.retry
        prunes = now.monotonic + limits.steadyClock
        clockOffset = now.clockOffset
        do throws(HistoryError) {
            restored = try open(at: now.wall)
        } catch {
            failure = error
        }
    }

    /// The memory, which it does not keep.
    func takeRestoredState() -> RestoredState? {
        defer { restored = nil }
        return restored
    }

    /// The time at which there is something to do.
    ///
    /// - Parameter due: The time at which waiting notes are to be written.
    func deadline(due: Instant?) -> Instant {
        failure == nil ? min(prunes, due ?? .never) : retries
    }

    /// Does what there is to do.
    func work(through queue: Monitor<HistoryQueue>, at now: Moment, isEnding: Bool = false) {
        let failed = writeAll(of: queue, at: now)
        if failed == nil, failure != nil { tell(.works) }
        if let failed, failed != failure { tell(.failed(failed)) }
        failure = failed
        retries = now.monotonic + limits.retry
        if !isEnding { lookAtClock(now) }
        if !isEnding, prunes <= now.monotonic { prune(at: now) }
        tellNews()
        let drops = queue.withLock { $0.drops }
        if drops != toldDrops { tell(.dropped(drops)) }
        toldDrops = drops
    }

    /// Closes the file.
    func close() {
        keeper?.close()
        keeper = nil
    }

    // MARK: The file

    private func open(at now: Timestamp) throws(HistoryError) -> RestoredState {
        let opened = try HistoryKeeper(path, limits: limits, at: now)
        let restored = try opened.restored(at: now)
        cursors = opened.cursors
        keeper = opened
        tellNews()
        return restored
    }

    /// The history, opened now if it was not, or if its file has been replaced or is broken.
    private func opened(at now: Timestamp) throws(HistoryError) -> HistoryKeeper? {
        if let known = keeper {
            if known.isBroken {
                close()
            } else if known.isReplaced {
                try known.closeMoved()
                keeper = nil
                tell(.vanished(path: path))
            } else {
                return known
            }
        }
        tell(.opened(try open(at: now)))
        return keeper
    }

    private func tellNews() {
        for news in keeper?.takeNews() ?? [] { tell(news) }
    }

    // MARK: Writing

    /// Writes what waits; keeps it, as far as there is room, where that fails.
    private func writeAll(of queue: Monitor<HistoryQueue>, at now: Moment) -> HistoryError? {
        let batch = queue.withLock { $0.takeBatch(at: now.monotonic) }
        do throws(HistoryError) {
            try opened(at: now.wall)?.write(batch, at: now.wall)
            let news = keeper?.takeNews() ?? []
            for one in news { tell(one) }
            if batch.choices.preferences != nil {
                tell(.preferencesWritten(count: batch.preferencesCount))
            }
            // The new file needs the choices of listeners, too.
            if news.contains(where: \.isRenewal) { tell(.opened(RestoredState())) }
            return nil
        } catch {
            queue.withLock { $0.putBack(batch, at: now.monotonic) }
            return error
        }
    }

    /// Delays the deletion if the clock was set: a clock that is wrong by a month makes all entries
    /// too old.
    private func lookAtClock(_ now: Moment) {
        let step = now.clockOffset - clockOffset
        guard step.magnitude > limits.clockStep else { return }
        clockOffset = now.clockOffset
        prunes = max(prunes, now.monotonic + limits.steadyClock)
        // Entries that lay ahead by the clock before may lie in the past by this one.
        guard step > .zero, let timelines = try? keeper?.timelines(at: now.wall) else { return }
        var restored = RestoredState()
        restored.timelines = timelines
        tell(.recalled(restored))
    }

    /// Deletes what is too old. Where that fails, it is done later: it costs nothing but room.
    private func prune(at now: Moment) {
        let isMore = try? keeper?.prune(before: now.wall - keep, at: now.wall)
        prunes = now.monotonic + (isMore == true ? limits.pruningPause : limits.pruning)
    }
}

extension Moment {
    /// The time by which the wall clock is ahead of the monotonic one.
    fileprivate var clockOffset: Interval {
        Interval(milliseconds: wall.milliseconds - monotonic.milliseconds)
    }
}

extension HistoryNews {
    /// A new file was begun.
    fileprivate var isRenewal: Bool {
        switch self {
        case .setAside: true
        case .works, .failed, .opened, .recalled, .vanished, .preferencesWritten, .skipped,
            .dropped:
            false
        }
    }
}
