import NowPlaying

/// Keeps lines of one kind from filling a log: so many in a minute are written, others counted.
///
/// The message of a line is its kind: messages are constant, so that there are few.
public struct LogThrottle: Sendable {
    /// Several times as many as the links of a usual hub, all of which may be lost at once.
    static let linesMax = 100
    private static let window = Interval.seconds(60)

    /// The decision about a line.
    enum Verdict: Equatable {
        /// It is written.
        case write
        /// It is written, and those like it are left out from now on.
        case writeLast
        /// It is left out.
        case leaveOut
    }

    private struct Course: Sendable {
        let began: Instant
        var count = 0
    }

    private var courses: [String: Course] = [:]

    /// A throttle that has seen nothing.
    public init() {}

    /// Counts a line.
    mutating func note(_ message: String, at now: Instant) -> Verdict {
        var course = courses[message] ?? Course(began: now)
        course.count += 1
        courses[message] = course
        if course.count < Self.linesMax { return .write }
        return course.count == Self.linesMax ? .writeLast : .leaveOut
    }

    /// Forgets the kinds whose minute is over.
    ///
    /// - Returns: Those of which lines were left out, with their number.
    mutating func endWindows(at now: Instant) -> [(message: String, count: Int)] {
        let over = courses.filter { $0.value.began + Self.window <= now }
        for message in over.keys { courses[message] = nil }
        return over.filter { $0.value.count > Self.linesMax }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.count - Self.linesMax) }
    }
}
