import NowPlaying

/// An occasion for a hook: the event, and the state in which the station is then.
struct HookOccasion: Equatable, Sendable {
    /// The event.
    let event: HookEvent
    /// The text of `{state}`; `nil` for the playback's.
    let condition: String?
    /// The state of the station.
    var record: HookRecord
    /// A word for this occasion, the same at each attempt: a server by which it is told apart takes
    /// the same one only once.
    let key: String

    init(event: HookEvent, condition: String?, record: HookRecord) {
        (self.event, self.condition, self.record) = (event, condition, record)
        key = "\(record.epoch)-\(record.revision)-\(event.rawValue)"
    }
}

/// A state of a station, and its place in the course of the hub.
struct HookRecord: Equatable, Sendable {
    /// The state.
    var state: NowPlaying
    /// The life of the hub.
    var epoch: String
    /// The revision at which it became so.
    var revision: Int
}

/// The course of a station, as one hook follows it: states and times in, occasions out.
struct HookCourse: Sendable {
    /// The standing of a station.
    enum Standing: String, Sendable {
        case live, offline, failing
    }

    /// Shared by all courses of a hook: there can be one for each of 20,000 stations.
    private let rule: Box<HookRule>
    /// The newest state, shared by all hooks.
    private var record: Box<HookRecord>
    private var track: String?
    private var programme: String?
    private var standing: Standing?
    /// From then on, the title has to move.
    private var quietSince: Instant
    private var failingSince: Instant?
    private var isPlaying = true
    private var isStuck = false
    private var isFailing = false

    /// The course of a station of which nothing was known before.
    init(_ rule: Box<HookRule>, _ record: Box<HookRecord>, at now: Moment) {
        (self.rule, self.record) = (rule, record)
        quietSince = now.monotonic
    }

    // MARK: States

    /// Takes a state, which may be the first.
    mutating func update(_ record: Box<HookRecord>, at now: Moment) -> [HookOccasion] {
        self.record = record
        var occasions: [HookOccasion] = []
        follow(record.state.hookStanding, at: now, into: &occasions)
        followTitle(at: now, into: &occasions)
        return occasions.filter { rule.events.contains($0.event) }
    }

    private mutating func follow(
        _ next: Standing?, at now: Moment, into occasions: inout [HookOccasion]
    ) {
        guard let next, next != standing else { return }
        if standing != nil || rule.runsAtStart {
            occasions.append(occasion(.connection, next.rawValue))
        }
        standing = next
        failingSince = next == .failing ? now.monotonic : nil
        // The time without a connection is none in which the title stands.
        quietSince = max(quietSince, now.monotonic)
        if next != .failing, isFailing {
            isFailing = false
            occasions.append(occasion(.failing, next.rawValue))
        }
    }

    private mutating func followTitle(at now: Moment, into occasions: inout [HookOccasion]) {
        let state = record.state
        let isOther = state.track.map { $0.id != track } ?? false
        let isShow = state.programme?.title != programme
        let resumes = state.isPlaying && !isPlaying
        (programme, isPlaying) = (state.programme?.title, state.isPlaying)
        if resumes { quietSince = max(quietSince, now.monotonic) }
        guard isOther || isShow else { return expectEnd(at: now) }
        quietSince = now.monotonic
        expectEnd(at: now)
        if isStuck {
            isStuck = false
            occasions.append(occasion(.stuck, state.playback?.state.rawValue ?? "playing"))
        }
        guard isOther else { return }
        if track != nil || rule.runsAtStart { occasions.append(occasion(.track, nil)) }
        track = state.track?.id
    }

    /// A title may stand until its announced end.
    private mutating func expectEnd(at now: Moment) {
        guard let rest = record.state.playback?.remaining(at: now.wall) else { return }
        quietSince = max(quietSince, now.monotonic + rest)
    }

    private func occasion(_ event: HookEvent, _ condition: String?) -> HookOccasion {
        HookOccasion(event: event, condition: condition, record: record.value)
    }

    // MARK: Time

    /// The deadline at which it needs `woke`, if nothing happens before.
    var nextDeadline: Instant? { [stuckAt, failingAt].compactMap(\.self).min() }

    /// The time at which the station counts as stuck.
    private var stuckAt: Instant? {
        guard rule.events.contains(.stuck), !isStuck, standing == .live, isPlaying
        else { return nil }
        return quietSince + rule.patience
    }

    /// The time at which the station counts as failing.
    private var failingAt: Instant? {
        guard rule.events.contains(.failing), !isFailing else { return nil }
        return failingSince.map { $0 + rule.patience }
    }

    /// The deadline may have passed.
    mutating func woke(at now: Instant) -> [HookOccasion] {
        var occasions: [HookOccasion] = []
        if let stuckAt, stuckAt <= now {
            isStuck = true
            occasions.append(occasion(.stuck, HookEvent.stuck.rawValue))
        }
        if let failingAt, failingAt <= now {
            isFailing = true
            occasions.append(occasion(.failing, HookEvent.failing.rawValue))
        }
        return occasions
    }
}

extension NowPlaying {
    /// The standing of a station; `nil` while it is not clear, when the last one holds.
    fileprivate var hookStanding: HookCourse.Standing? {
        switch connection.state {
        case .live: online == false ? .offline : .live
        case .failing, .stopped: .failing
        case .connecting, .stale: nil
        }
    }
}
