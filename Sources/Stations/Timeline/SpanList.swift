import NowPlaying

/// The spans of a timeline, the earliest first, with an index of their plays.
///
/// All changes go through it, so the index is always right. It tells in constant time that no play
/// has an identifier.
package struct SpanList: RandomAccessCollection, Sendable {
    private var spans: [Timeline.Span] = []
    /// The number of spans of each play.
    private var counts: [String: Int] = [:]
    /// The number of spans that are of a play.
    private var playCount = 0
    /// The first spans as they were when `takeChange` was called last.
    private var change = Change()

    /// The changes of a list since the last `takeChange`: the number of first spans that were
    /// removed, and the number of the remaining first spans that are unchanged.
    struct Change {
        var removed = 0
        var unchanged = 0
    }

    package var startIndex: Int { spans.startIndex }
    package var endIndex: Int { spans.endIndex }
    package subscript(index: Int) -> Timeline.Span {
        _read { yield spans[index] }
    }

    /// True if a play has more than one span.
    var repeatsPlays: Bool { playCount > counts.count }

    /// True if a span is of the play of this id.
    func contains(play id: String) -> Bool { counts[id] != nil }

    /// The index of the last span that begins by a moment: a binary search.
    func lastIndex(by time: Timestamp) -> Int? {
        // The newest span or the one before is nearly always the right one.
        if let last = spans.last, last.since <= time { return spans.count - 1 }
        var (known, open) = (-1, spans.count)
        while open - known > 1 {
            let middle = (known + open) / 2
            if spans[middle].since <= time { known = middle } else { open = middle }
        }
        return known < 0 ? nil : known
    }

    // MARK: Changes

    mutating func append(_ span: Timeline.Span) {
        count(span.play?.id)
        spans.append(span)
    }

    mutating func insert(_ span: Timeline.Span, at index: Int) {
        changed(index)
        count(span.play?.id)
        spans.insert(span, at: index)
    }

    /// Changes one span; the order stays as it is.
    mutating func update(_ index: Int, _ change: (inout Timeline.Span) -> Void) {
        let id = spans[index].play?.id
        changed(index)
        change(&spans[index])
        guard spans[index].play?.id != id else { return }
        count(spans[index].play?.id)
        discount(id)
    }

    @discardableResult
    mutating func removeLast() -> Timeline.Span {
        let last = spans.removeLast()
        changed(spans.count)
        discount(last.play?.id)
        return last
    }

    mutating func removeSubrange(_ range: Range<Int>) {
        for index in range { discount(spans[index].play?.id) }
        spans.removeSubrange(range)
        guard range.lowerBound == 0 else { return changed(range.lowerBound) }
        change.removed += range.count
        change.unchanged = Swift.max(0, change.unchanged - range.count)
    }

    /// Puts the spans into the order of their times, after these were set anew.
    mutating func sort() {
        changed(0)
        spans.sort { $0.since < $1.since }
    }

    /// Returns the changes since the last call.
    mutating func takeChange() -> Change {
        defer { change = Change(unchanged: spans.count) }
        return change
    }

    private mutating func changed(_ index: Int) {
        change.unchanged = Swift.min(change.unchanged, index)
    }

    private mutating func count(_ id: String?) {
        guard let id else { return }
        counts[id, default: 0] += 1
        playCount += 1
    }

    private mutating func discount(_ id: String?) {
        guard let id, let count = counts[id] else { return }
        counts[id] = count > 1 ? count - 1 : nil
        playCount -= 1
    }
}
