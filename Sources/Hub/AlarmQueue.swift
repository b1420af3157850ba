import FanOut
import HeapModule
import NowPlaying
import Stations

/// The times at which links, stations and clients want to be woken.
///
/// An owner whose deadline moves is not looked up: it gets another alarm, and those that ring for
/// nothing do no harm, since an owner that is woken looks at the time itself.
struct AlarmQueue: Sendable {
    /// An owner of an alarm, which is woken.
    enum Owner: Hashable, Sendable {
        case link(LinkID)
        case station(StationIndex)
        case client(ClientID)
        case session(SessionIndex)
        case changes

        /// A fixed order among owners that are woken at the same instant.
        fileprivate var rank: (Int, Int) {
            switch self {
            case .link(let id): (0, id.number)
            case .station(let index): (1, index.number)
            case .client(let id): (2, id.number)
            case .session(let index): (3, index.number)
            case .changes: (4, 0)
            }
        }
    }

    private struct Alarm: Comparable, Sendable {
        let instant: Instant
        let owner: Owner

        static func < (left: Alarm, right: Alarm) -> Bool {
            (left.instant, left.owner.rank.0, left.owner.rank.1)
                < (right.instant, right.owner.rank.0, right.owner.rank.1)
        }
    }

    private var alarms = Heap<Alarm>()
    /// The earliest alarm that each owner has set.
    private var earliest: [Owner: Instant] = [:]

    /// The time of the next alarm.
    var deadline: Instant? { alarms.min?.instant }

    /// Sees to it that an owner is woken at this instant, or before.
    mutating func set(_ owner: Owner, at instant: Instant?) {
        guard let instant else { return }
        if let set = earliest[owner], set <= instant { return }
        earliest[owner] = instant
        alarms.insert(Alarm(instant: instant, owner: owner))
    }

    /// Forgets owners that are gone.
    mutating func forget(_ owners: Set<Owner>) {
        guard !owners.isEmpty else { return }
        for owner in owners { earliest[owner] = nil }
        alarms.removeAll { owners.contains($0.owner) }
    }

    /// The next owner whose alarm has rung.
    mutating func next(at now: Instant) -> Owner? {
        while let alarm = alarms.min, alarm.instant <= now {
            alarms.removeMin()
            // A later alarm of an owner that was woken since; it has set another if it needs one.
            guard earliest[alarm.owner] == alarm.instant else { continue }
            earliest[alarm.owner] = nil
            return alarm.owner
        }
        return nil
    }
}
