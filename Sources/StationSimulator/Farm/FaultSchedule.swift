public import NowPlaying

/// Faults that happen by themselves, at set times after the farm's start.
public struct FaultSchedule: Hashable, Sendable {
    /// One fault with its time.
    public struct Entry: Hashable, Sendable {
        /// When, after the start.
        public var after: Interval
        /// What.
        public var fault: Fault
        /// To whom.
        public var scope: FaultScope
        /// For how long, if it is one that lasts; `nil` is for ever.
        public var lasting: Interval?

        /// A fault at a time after the start.
        public init(
            after: Interval, _ fault: Fault, into scope: FaultScope = .farm,
            lasting: Interval? = nil
        ) {
            self.after = after
            self.fault = fault
            self.scope = scope
            self.lasting = lasting
        }
    }

    /// The faults, in any order.
    public var entries: [Entry]

    /// A schedule; without entries, one of a farm on which nothing goes wrong by itself.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }
}
