import DequeModule
package import NowPlaying
import Stations
import Support

/// The limits of a hook's runs.
package struct RunLimits: Equatable, Sendable {
    /// A run that takes longer is ended, and has failed.
    package var timeLimit = Interval.seconds(30)
    /// The number of attempts for each job.
    package var attempts = 5
    /// Runs of the hook at once, each for another owner.
    package var atOnce = 4
    /// The bounds of the pause after a failure.
    package var pauses = Interval.seconds(1)...Interval.seconds(300)

    /// Failures in a row, of whatever owners, after which the hook as a whole pauses.
    static let troubleMin = 16
    /// The longest of these pauses.
    static let troublePauseMax = Interval.seconds(30)

    /// The usual limits.
    package init() {}
}

/// The end of a run.
package enum RunOutcome: Equatable, Sendable {
    case succeeded
    case failed(RunFailure)
}

/// The reason for which a run failed.
package struct RunFailure: Error, Equatable, Sendable {
    /// For people.
    package var reason: String
    /// Another attempt can help.
    package var canBeRetried = true
    /// The pause that a server asks for.
    package var pause: Interval?

    /// A failure that another attempt can help.
    package init(_ reason: String) {
        self.reason = reason
    }
}

/// The decision about a run, to be carried out.
package enum RunAction<Job: Sendable>: Sendable {
    /// Begin a job; its end is to be told by its number.
    case start(Int, Job)
    /// End a run whose time is up; its end is to be told as any other.
    case abort(Int)
    /// The runs fail from now on, for this reason, first those of this owner.
    case failing(owner: String, reason: String)
    /// They work again, after so many failures in so much time.
    case recovered(failures: Int, Interval)
}

/// Runs of the newest jobs: one at a time for each owner, a newer job of a kind in place of an
/// older one that waits, and pauses that grow after failures.
///
/// A value: jobs, ends and times in, actions out.
package struct NewestRuns<Job: Sendable>: Sendable {
    /// A job that waits or runs.
    private struct Entry: Sendable {
        let kind: String
        var job: Job
        var attempts = 0
    }

    /// A run that was started.
    private struct Run: Sendable {
        let owner: String
        let entry: Entry
        let deadline: Instant
        var isAborted = false
    }

    /// The jobs of one owner.
    private struct Lane: Sendable {
        var run: Int?
        var waiting: [Entry] = []
        /// Before then nothing is started.
        var retryAt: Instant?
        var backoff = Backoff()
        var isFailing = false
        var isQueued = false

        var isIdle: Bool { run == nil && waiting.isEmpty && !isFailing && !isQueued }
    }

    private let limits: RunLimits
    private var generator: SeededGenerator
    private var lanes: [String: Lane] = [:]
    private var runs: [Int: Run] = [:]
    /// Owners whose jobs need only room; it may have some that have none any more.
    private var queue: Deque<String> = []
    /// No pause ends before then.
    private var nextRetry: Instant?
    private var lastRun = 0
    private var failuresInRow = 0
    /// Failures of any owners since the last success, and the pause that follows many of them.
    private var trouble = 0
    private var troublePauses = Backoff()
    private var troubleEnds: Instant?
    private var failingLanes = 0
    /// The beginning of the present outage.
    private var failingSince: Instant?
    /// The counts since the start.
    package private(set) var counts = RunCounts()

    /// Runs without jobs.
    package init(_ limits: RunLimits, seed: UInt64) {
        self.limits = limits
        generator = SeededGenerator(seed: seed)
    }

    /// The number of runs under way.
    package var runningCount: Int { runs.count }

    /// The number of jobs that wait.
    package private(set) var waitingCount = 0

    // MARK: Jobs

    /// Takes a job, in place of an older one of its kind that waits.
    package mutating func offer(_ job: Job, of owner: String, kind: String = "") {
        var lane = lanes[owner] ?? Lane()
        let count = lane.waiting.count
        lane.waiting.removeAll { $0.kind == kind }
        counts.replaced += count - lane.waiting.count
        lane.waiting.append(Entry(kind: kind, job: job))
        waitingCount += lane.waiting.count - count
        lanes[owner] = lane
        enqueue(owner)
    }

    /// Changes a job of an owner that waits.
    package mutating func refresh(owner: String, kind: String, _ change: (inout Job) -> Void) {
        guard var lane = lanes[owner],
            let place = lane.waiting.firstIndex(where: { $0.kind == kind })
        else { return }
        change(&lane.waiting[place].job)
        lanes[owner] = lane
    }

    /// Drops the jobs of an owner that wait, and forgets its failures.
    package mutating func remove(
        _ owner: String, at now: Instant, into actions: inout [RunAction<Job>]
    ) {
        waitingCount -= lanes[owner]?.waiting.count ?? 0
        lanes[owner]?.waiting = []
        recover(owner, at: now, into: &actions)
        settle(owner)
    }

    /// Drops all jobs that wait.
    package mutating func dropWaiting() {
        for owner in lanes.keys { lanes[owner]?.waiting = [] }
        waitingCount = 0
    }

    private mutating func enqueue(_ owner: String) {
        guard let lane = lanes[owner], lane.run == nil, lane.retryAt == nil, !lane.isQueued,
            !lane.waiting.isEmpty
        else { return }
        lanes[owner]?.isQueued = true
        queue.append(owner)
    }

    // MARK: Runs

    /// Starts what can be started, as far as there is room, and ends what takes too long.
    package mutating func advance(
        at now: Instant, room: inout Int, into actions: inout [RunAction<Job>]
    ) {
        for (number, run) in runs.sorted(by: { $0.key < $1.key })
        where run.deadline <= now && !run.isAborted {
            runs[number]?.isAborted = true
            actions.append(.abort(number))
        }
        endPauses(at: now)
        if let troubleEnds, troubleEnds > now { return }
        troubleEnds = nil
        let most = isInTrouble ? 1 : limits.atOnce
        while room > 0, runs.count < most, let owner = queue.popFirst() {
            lanes[owner]?.isQueued = false
            guard let lane = lanes[owner], lane.run == nil, lane.retryAt == nil,
                !lane.waiting.isEmpty
            else { continue }
            start(owner, at: now, into: &actions)
            room -= 1
        }
    }

    private mutating func endPauses(at now: Instant) {
        guard let nextRetry, nextRetry <= now else { return }
        let due = lanes.filter { $0.value.retryAt ?? .never <= now }
        for owner in due.keys.sorted() {
            lanes[owner]?.retryAt = nil
            enqueue(owner)
        }
        let next = lanes.values.lazy.compactMap(\.retryAt).min()
        self.nextRetry = next.map { max($0, now + NewestRunsPace.look) }
    }

    private mutating func start(
        _ owner: String, at now: Instant, into actions: inout [RunAction<Job>]
    ) {
        guard var entry = lanes[owner]?.waiting.removeFirst() else { return }
        waitingCount -= 1
        lastRun += 1
        entry.attempts += 1
        counts.runs += 1
        lanes[owner]?.run = lastRun
        runs[lastRun] = Run(owner: owner, entry: entry, deadline: now + limits.timeLimit)
        actions.append(.start(lastRun, entry.job))
    }

    /// A run has ended.
    package mutating func ended(
        _ number: Int, _ outcome: RunOutcome, at now: Instant,
        into actions: inout [RunAction<Job>]
    ) {
        guard let run = runs.removeValue(forKey: number) else { return }
        lanes[run.owner]?.run = nil
        switch outcome {
        case _ where run.isAborted:
            let limit = limits.timeLimit.inUnits
            fail(run, RunFailure("it took longer than \(limit)"), at: now, into: &actions)
        case .failed(let failure):
            fail(run, failure, at: now, into: &actions)
        case .succeeded:
            lanes[run.owner]?.backoff.reset()
            trouble = 0
            troublePauses.reset()
            troubleEnds = nil
            recover(run.owner, at: now, into: &actions)
        }
        enqueue(run.owner)
        settle(run.owner)
    }

    private mutating func fail(
        _ run: Run, _ failure: RunFailure, at now: Instant, into actions: inout [RunAction<Job>]
    ) {
        counts.failures += 1
        counts.reason = failure.reason
        if failure.canBeRetried { noteTrouble(at: now) }
        failuresInRow += 1
        guard var lane = lanes[run.owner] else { return }
        let pause = lane.backoff.next(
            from: limits.pauses.lowerBound, to: limits.pauses.upperBound, using: &generator)
        let retryAt = now + max(pause, failure.pause ?? .zero)
        lane.retryAt = retryAt
        nextRetry = min(retryAt, nextRetry ?? retryAt)
        let isNewest = !lane.waiting.contains { $0.kind == run.entry.kind }
        if isNewest, failure.canBeRetried, run.entry.attempts < limits.attempts {
            waitingCount += 1
            lane.waiting.insert(run.entry, at: 0)
        } else if isNewest {
            counts.abandoned += 1
        }
        if !lane.isFailing { failingLanes += 1 }
        lane.isFailing = true
        lanes[run.owner] = lane
        guard failingSince == nil else { return }
        failingSince = now
        actions.append(.failing(owner: run.owner, reason: failure.reason))
    }

    /// So many owners fail that it is not for one of them: one is tried at a time, with pauses.
    private var isInTrouble: Bool { trouble >= RunLimits.troubleMin }

    private mutating func noteTrouble(at now: Instant) {
        trouble += 1
        guard isInTrouble, troubleEnds == nil else { return }
        troubleEnds =
            now
            + troublePauses.next(
                from: limits.pauses.lowerBound, to: RunLimits.troublePauseMax, using: &generator)
    }

    private mutating func recover(
        _ owner: String, at now: Instant, into actions: inout [RunAction<Job>]
    ) {
        guard lanes[owner]?.isFailing == true else { return }
        lanes[owner]?.isFailing = false
        failingLanes -= 1
        endOutage(at: now, into: &actions)
    }

    /// An outage has ended when each owner's last run was a success.
    private mutating func endOutage(at now: Instant, into actions: inout [RunAction<Job>]) {
        guard failingLanes == 0, let since = failingSince else { return }
        actions.append(.recovered(failures: failuresInRow, now - since))
        failingSince = nil
        failuresInRow = 0
    }

    /// The time since which runs fail; `nil` while they work.
    package var outage: Instant? { failingSince }

    private mutating func settle(_ owner: String) {
        if lanes[owner]?.isIdle == true { lanes[owner] = nil }
    }

    // MARK: Time

    /// The deadline at which it needs `advance`, if nothing happens before.
    package var nextDeadline: Instant? {
        let limit = runs.values.lazy.filter { !$0.isAborted }.map(\.deadline).min()
        return [limit, nextRetry, queue.isEmpty ? nil : troubleEnds].compactMap(\.self).min()
    }
}

/// The pace of looks at all owners.
private enum NewestRunsPace {
    /// The least time between two looks for pauses that have ended.
    static let look = Interval.milliseconds(250)
}

/// The counts of a hook's runs since the start.
package struct RunCounts: Equatable, Sendable {
    /// Runs that were started.
    package var runs = 0
    /// Runs that failed.
    package var failures = 0
    /// Jobs that a newer one replaced while they waited.
    package var replaced = 0
    /// Jobs that failed for the last time.
    package var abandoned = 0
    /// The reason of the last failure.
    package var reason: String?
}
