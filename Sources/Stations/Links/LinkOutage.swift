public import NowPlaying

/// The messages about a lost link: one at the loss, then one an hour, and one when it works again.
/// A station that is gone for good must not fill the log.
///
/// A link that is lost again within a minute did not work: a server that takes every connection and
/// drops it makes one outage, not one for each.
package struct LinkOutage: Sendable {
    /// An outage that is under way.
    private struct Course: Sendable {
        let began: Instant
        var attempts = 0
        /// The earliest time at which a failed attempt is reported again.
        var toldNext: Instant
        /// The server has closed for good, and that was reported.
        var isTerminal: Bool
        /// The time since which the link has been open again.
        var openSince: Instant?
    }

    private let limits: Box<Limits>
    private var course: Course?

    package init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// The link was lost, or could not be made.
    ///
    /// - Parameter isTerminal: The server has closed for good.
    package mutating func lost(
        _ reason: StationConnection.Reason, isTerminal: Bool, at now: Instant
    ) -> OutageNews? {
        guard var course else {
            self.course = Course(
                began: now, toldNext: now + limits.outageNews, isTerminal: isTerminal)
            return isTerminal ? .stopped(reason) : .lost(reason)
        }
        defer { self.course = course }
        course.attempts += 1
        course.openSince = nil
        let isWorse = isTerminal && !course.isTerminal
        course.isTerminal = isTerminal || course.isTerminal
        if isWorse { return .stopped(reason) }
        guard course.toldNext <= now else { return nil }
        course.toldNext = now + limits.outageNews
        return .lasts(reason, attempts: course.attempts, now - course.began)
    }

    /// The link is open.
    package mutating func opened(at now: Instant) {
        course?.openSince = now
    }

    /// The time at which the outage is over, unless the link is lost until then.
    package var deadline: Instant? { course?.openSince.map { $0 + limits.outageEnd } }

    /// The deadline may have passed.
    package mutating func woke(at now: Instant) -> OutageNews? {
        guard let course, let openSince = course.openSince, let deadline, deadline <= now else {
            return nil
        }
        self.course = nil
        return .ended(attempts: course.attempts + 1, openSince - course.began)
    }
}

/// News of a link that was lost.
public enum OutageNews: Equatable, Sendable {
    /// It was lost, or could not be made, and will be dialled again.
    case lost(StationConnection.Reason)
    /// The server closed for good and will be asked again after the long pause.
    case stopped(StationConnection.Reason)
    /// It is still lost, for this reason, after this many more attempts and this long.
    case lasts(StationConnection.Reason, attempts: Int, Interval)
    /// It works again, after this many attempts and this long.
    case ended(attempts: Int, Interval)
}
