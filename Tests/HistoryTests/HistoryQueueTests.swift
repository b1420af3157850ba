import NowPlaying
import Testing

@testable import History

/// What waits, and what of it is not worth writing.
struct HistoryQueueTests {
    private var queue = HistoryQueue()
    private var limits = HistoryLimits()
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func note(
        _ title: String, at milliseconds: Int64?, of station: String = "one"
    ) -> HistoryNote {
        let startedAt = milliseconds.map { start + Interval(milliseconds: $0) }
        let track = Track(id: title, title: title)
        let element = TimelineElement(track: track, startedAt: startedAt)
        return HistoryNote(.element(element, station: station), at: start)
    }

    private mutating func titles(after notes: HistoryNote...) -> [String] {
        for note in notes { _ = queue.take(note, within: limits) }
        return queue.takeWaiting().map { note in
            guard case .element(let element, let station) = note.remembrance else { return "" }
            return station + " " + element.track.title
        }
    }

    @Test mutating func `a few tracks are all written, however short they are`() {
        let written = titles(after: note("a", at: 0), note("b", at: 0), note("c", at: 1))
        #expect(written == ["one a", "one b", "one c"])
    }

    @Test mutating func `of many that nobody can have heard the last is written`() {
        limits.tracksAtOnce = 1
        let written = titles(
            after: note("a", at: 0), note("b", at: 100), note("c", at: 599), note("d", at: 1_099))
        #expect(written == ["one c", "one d"])
    }

    @Test mutating func `stations count for themselves, and so do tracks without a start`() {
        limits.tracksAtOnce = 1
        let written = titles(
            after: note("a", at: 0), note("b", at: 0, of: "two"), note("c", at: nil),
            note("d", at: nil), note("e", at: 0, of: "two"))
        #expect(written == ["one a", "two e", "one c", "one d"])
    }

    @Test mutating func `what was written is not replaced`() {
        #expect(titles(after: note("a", at: 0)) == ["one a"])
        #expect(titles(after: note("b", at: 1)) == ["one b"])
    }

    @Test mutating func `only the first that waits wakes the writer`() {
        limits.tracksAtOnce = 1
        let first = queue.take(note("a", at: 0), within: limits)
        let replacing = queue.take(note("b", at: 1), within: limits)
        let second = queue.take(note("c", at: 5_000), within: limits)
        #expect([first, replacing, second] == [true, false, false])
    }

    @Test mutating func `what is put back comes first, and the oldest makes room`() {
        limits.waiting = 3
        limits.tracksAtOnce = 1
        for age in 0..<3 as Range<Int64> {
            _ = queue.take(note("\(age)", at: age * 1_000), within: limits)
        }
        let failed = queue.takeWaiting()
        _ = queue.take(note("new", at: 9_000), within: limits)
        queue.putBack(failed, within: limits)
        #expect(queue.dropped == 1)
        #expect(titles(after: note("newer", at: 9_100)) == ["one 1", "one 2", "one newer"])
    }

    @Test mutating func `at the end nothing more is taken`() {
        _ = queue.take(note("a", at: 0), within: limits)
        queue.isEnding = true
        #expect(titles(after: note("b", at: 1)) == ["one a"])
        #expect(queue.dropped == 1)
    }
}
