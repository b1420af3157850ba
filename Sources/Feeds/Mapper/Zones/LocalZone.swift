import NowPlaying

/// The local time of a place, for times that are written without their offset.
struct LocalZone: Hashable, Sendable {
    /// The times at which the offset changes, in Unix seconds, ascending.
    private let changes: [Int64]
    /// Seconds ahead of UTC before the first change and after each.
    private let offsets: [Int64]
    /// The rule after the last change.
    private let rule: ZoneRule?

    /// A place with the same offset from UTC all year.
    init(offset: Interval) {
        self.init(changes: [], offsets: [offset.milliseconds / 1_000], rule: nil)
    }

    /// An offset such as `+01:00`, or a zone of the system's time zone database (IANA), such as
    /// `Europe/Berlin`; `nil` for what is neither.
    init?(_ text: String) {
        if let offset = TimeText.offset(text) {
            self.init(offset: offset)
        } else if let contents = ZoneFile.contents(ofZone: text) {
            self.init(file: contents)
        } else {
            return nil
        }
    }

    init(changes: [Int64], offsets: [Int64], rule: ZoneRule?) {
        self.changes = changes
        self.offsets = offsets
        self.rule = rule
    }

    /// The time at which the clocks there show `local`, which is written as if it were UTC.
    ///
    /// If an hour is shown twice, the first is used. If an hour is skipped, the result is as if the
    /// clocks had not been changed.
    func time(ofLocal local: Timestamp) -> Timestamp {
        let seconds = Int64((local.seconds).rounded(.down))
        // No place changes its clocks twice in two days.
        let before = offset(at: seconds - 86_400)
        let after = offset(at: seconds + 86_400)
        let isBefore = offset(at: seconds - before) == before
        let isAfter = !isBefore && offset(at: seconds - after) == after
        return local - .seconds(isAfter ? after : before)
    }

    /// Seconds ahead of UTC at a time.
    private func offset(at time: Int64) -> Int64 {
        guard let last = changes.last, time < last || rule == nil else {
            return rule?.offset(at: time) ?? offsets[0]
        }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return offsets[low]
    }
}
