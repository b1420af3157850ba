import NowPlaying

/// The hooks of a config: states of stations, ends of runs and times in, runs out.
///
/// Between two looks at all stations for those that are stuck lies a second.
struct HookMachine {
    /// An event for the hooks.
    enum Input {
        /// A station is in a state.
        case updated(HookRecord)
        /// A station is gone.
        case removed(String)
        /// A run of a hook has ended.
        case ended(RunID, RunOutcome)
        /// A deadline may have passed.
        case woke
        /// The program is about to end: nothing is started any more.
        case stopping
    }

    /// A run, by its hook and its number there.
    struct RunID: Hashable, Sendable {
        let hook: Int
        let number: Int
    }

    /// The decision of a hook, to be carried out.
    struct Action {
        let hook: Int
        let action: RunAction<HookOccasion>
    }

    /// A hook and its stations.
    private struct Hook {
        let rule: Box<HookRule>
        var runs: NewestRuns<HookOccasion>
        var courses: [String: HookCourse] = [:]
        /// No station is stuck or failing before then.
        var nextLook: Instant?
    }

    /// Programs and requests of all hooks at once.
    static let runsMax = 32
    private static let lookInterval = Interval.seconds(1)

    private var hooks: [Hook]
    /// The hook that comes first when there is room again.
    private var first = 0
    private var isStopping = false

    /// Hooks of which nothing runs.
    init(_ rules: [HookRule], seed: UInt64) {
        hooks = rules.enumerated().map { place, rule in
            Hook(rule: Box(rule), runs: NewestRuns(rule.limits, seed: seed &+ UInt64(place)))
        }
    }

    /// The number of runs under way.
    var runningCount: Int { hooks.reduce(0) { $0 + $1.runs.runningCount } }

    /// Takes an event, and appends what is to be done about it.
    mutating func apply(_ input: Input, at now: Moment, into actions: inout [Action]) {
        switch input {
        case .updated(let record):
            let record = Box(record)
            for place in hooks.indices { update(place, record, at: now) }
        case .removed(let station):
            for place in hooks.indices {
                hooks[place].courses[station] = nil
                var ends: [RunAction<HookOccasion>] = []
                hooks[place].runs.remove(station, at: now.monotonic, into: &ends)
                actions += ends.map { Action(hook: place, action: $0) }
            }
        case .ended(let id, let outcome):
            var ends: [RunAction<HookOccasion>] = []
            hooks[id.hook].runs.ended(id.number, outcome, at: now.monotonic, into: &ends)
            actions += ends.map { Action(hook: id.hook, action: $0) }
        case .woke:
            break
        case .stopping:
            isStopping = true
            for place in hooks.indices { hooks[place].runs.dropWaiting() }
        }
        if !isStopping { look(at: now.monotonic) }
        advance(at: now.monotonic, into: &actions)
    }

    // MARK: Stations

    private mutating func update(_ place: Int, _ record: Box<HookRecord>, at now: Moment) {
        let (rule, station) = (hooks[place].rule, record.state.station.id)
        guard rule.stations?.contains(station) ?? true, !isStopping else { return }
        var course = hooks[place].courses[station] ?? HookCourse(rule, record, at: now)
        let occasions = course.update(record, at: now)
        hooks[place].courses[station] = course
        if let deadline = course.nextDeadline {
            hooks[place].nextLook = min(deadline, hooks[place].nextLook ?? deadline)
        }
        refresh(place, record.value)
        offer(occasions, to: place)
    }

    /// Details that come later belong to a run that has not begun.
    private mutating func refresh(_ place: Int, _ record: HookRecord) {
        let (owner, kind) = (record.state.station.id, HookEvent.track.rawValue)
        hooks[place].runs.refresh(owner: owner, kind: kind) { job in
            if job.record.state.track?.id == record.state.track?.id { job.record = record }
        }
    }

    private mutating func offer(_ occasions: [HookOccasion], to place: Int) {
        for occasion in occasions {
            hooks[place].runs.offer(
                occasion, of: occasion.record.state.station.id, kind: occasion.event.rawValue)
        }
    }

    private mutating func look(at now: Instant) {
        for place in hooks.indices where hooks[place].nextLook ?? .never <= now {
            let due = hooks[place].courses.filter { $0.value.nextDeadline ?? .never <= now }
            for station in due.keys.sorted() {
                offer(hooks[place].courses[station]?.woke(at: now) ?? [], to: place)
            }
            let next = hooks[place].courses.values.lazy.compactMap(\.nextDeadline).min()
            hooks[place].nextLook = next.map { max($0, now + Self.lookInterval) }
        }
    }

    // MARK: Runs

    /// Each time another hook comes first, so that none takes all the room.
    private mutating func advance(at now: Instant, into actions: inout [Action]) {
        var room = Self.runsMax - runningCount
        for offset in hooks.indices {
            let place = (first + offset) % hooks.count
            var started: [RunAction<HookOccasion>] = []
            hooks[place].runs.advance(at: now, room: &room, into: &started)
            actions += started.map { Action(hook: place, action: $0) }
        }
        if room == 0 { first = (first + 1) % max(1, hooks.count) }
    }

    /// The deadline at which it needs `Input.woke`, if nothing happens before.
    var nextDeadline: Instant? {
        hooks.flatMap { [$0.runs.nextDeadline, isStopping ? nil : $0.nextLook] }
            .compactMap(\.self).min()
    }

    // MARK: Status

    /// The hooks for the status.
    func status(at now: Moment) -> [HubStatus.Hook] {
        hooks.map { hook in
            var status = HubStatus.Hook(name: hook.rule.name)
            status.action = hook.rule.action.summary
            status.events = HookEvent.allCases.filter(hook.rule.events.contains)
                .map(\.rawValue)
            let counts = hook.runs.counts
            (status.runs, status.failures) = (counts.runs, counts.failures)
            (status.replaced, status.abandoned) = (counts.replaced, counts.abandoned)
            (status.running, status.waiting) = (hook.runs.runningCount, hook.runs.waitingCount)
            status.failingSince = hook.runs.outage.map { now.wall(at: $0) }
            status.reason = status.failingSince == nil ? nil : counts.reason
            return status
        }
    }
}
