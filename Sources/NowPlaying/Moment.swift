/// Now, as a machine is told it: one reading of both clocks.
///
/// Deadlines and lengths of time use `monotonic`, published times `wall`. Only the shell reads
/// clocks; everything below it gets a moment as a parameter.
public struct Moment: Hashable, Sendable {
    /// For deadlines: never steps.
    public var monotonic: Instant
    /// For publishing: may step when the machine's clock is set.
    public var wall: Timestamp

    /// One reading of both clocks.
    public init(monotonic: Instant, wall: Timestamp) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The wall clock's time at an earlier instant, if the clock was not set since.
    public func wall(at instant: Instant) -> Timestamp { wall - (monotonic - instant) }

    /// The moment so much later, by both clocks.
    public static func + (moment: Moment, length: Interval) -> Moment {
        Moment(monotonic: moment.monotonic + length, wall: moment.wall + length)
    }
}
