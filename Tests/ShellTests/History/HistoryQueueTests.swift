import Expectations
import NowPlaying
import Testing

@testable import Shell

/// The rows that wait to be written, and those that are dropped.
struct HistoryQueueTests {
    private var limits = HistoryLimits()

    /// The titles that are written of each station, after these have come one second after another.
    private func written(_ persistedChanges: [PersistedChange], of station: String = "one")
        -> [String]
    {
        var queue = HistoryQueue(within: limits)
        for change in persistedChanges { _ = queue.apply(change, at: .start) }
        return queue.takeBatch(at: Moment.start.monotonic).titles(of: station)
    }

    private func element(
        _ title: String, at milliseconds: Int64?, of station: String = "one"
    ) -> PersistedChange {
        let start = milliseconds.map { Timestamp.now + .milliseconds($0) }
        let track = Track(id: title, title: title)
        return .element(TimelineElement(track: track, startedAt: start), station: station)
    }

    // MARK: Too many to be followed

    @Test func `a few tracks are all written, however short they are`() {
        let few = [element("a", at: 0), element("b", at: 0), element("c", at: 1)]
        expect(written(few), is: ["a", "b", "c"])
    }

    @Test mutating func `of many tracks that are too short to be heard the last is written`() {
        limits.writtenAtOnce = 1
        let many = ([0, 100, 599, 1_099] as [Int64]).map { element("\($0)", at: $0) }
        expect(written(many), is: ["599", "1099"])
    }

    @Test mutating func `of many programmes that are too short to be heard the last is written`() {
        limits.writtenAtOnce = 2
        let many = (0..<50).map {
            PersistedChange.programme("p-\($0)", ago: 50 - $0, title: "\($0)")
        }
        expect(written(many), is: ["0", "49"])
        let hourly = (0..<9 as Range<Int64>).map {
            PersistedChange.programme("p-\($0)", ago: $0 * 3_600)
        }
        expect(written(hourly).count, is: 9)
    }

    @Test mutating func `stations count for themselves, and so do tracks without a start`() {
        limits.writtenAtOnce = 1
        let notes = [
            element("a", at: 0), element("b", at: 0, of: "two"), element("c", at: nil),
            element("d", at: nil), element("e", at: 0, of: "two"),
        ]
        expect(written(notes), is: ["a", "c", "d"])
        expect(written(notes, of: "two"), is: ["e"])
    }

    @Test mutating func `what was written is not replaced`() {
        limits.writtenAtOnce = 1
        var queue = HistoryQueue(within: limits)
        _ = queue.apply(element("a", at: 0), at: .start)
        expect(queue.takeBatch(at: Moment.start.monotonic).titles(of: "one"), is: ["a"])
        _ = queue.apply(element("b", at: 1), at: .start)
        expect(queue.takeBatch(at: Moment.start.monotonic).titles(of: "one"), is: ["b"])
    }

    @Test mutating func `a station that brings more than its share loses what is its own`() {
        limits.notesAtOnce = 3
        var queue = HistoryQueue(within: limits)
        for number in 0..<10 as Range<Int64> {
            _ = queue.apply(element("mad \(number)", at: number * 1_000), at: .start)
            let title = element("calm \(number)", at: number * 1_000, of: "two")
            _ = queue.apply(title, at: .at(Double(number) * 5))
        }
        let batch = queue.takeBatch(at: Moment.start.monotonic)
        expect(batch.titles(of: "one"), is: ["mad 0", "mad 1", "mad 2"])
        expect(batch.titles(of: "two").count, is: 10)
        expect(queue.drops.stations, is: ["one": 7])
        expect(queue.drops.total, is: 7)
    }

    @Test mutating func `a share grows again with time, and not beyond what it was`() {
        limits.notesAtOnce = 3
        var queue = HistoryQueue(within: limits)
        func bring(_ count: Int64, at seconds: Double) -> Int {
            for number in 0..<count {
                _ = queue.apply(element("\(number)", at: number * 1_000), at: .at(seconds))
            }
            return queue.takeBatch(at: Moment.start.monotonic).titles(of: "one").count
        }
        expect(bring(9, at: 0), is: 3)
        expect(bring(9, at: 4), is: 0)
        expect(bring(9, at: 5), is: 1)
        expect(bring(9, at: 16), is: 2)
        expect(bring(9, at: 100_000), is: 3)
    }

    @Test mutating func `nothing is kept of a station that has brought nothing for a while`() {
        limits.notesAtOnce = 3
        var queue = HistoryQueue(within: limits)
        for title in ["a", "b"] { _ = queue.apply(element(title, at: 0), at: .start) }
        _ = queue.takeBatch(at: Moment.at(5).monotonic)
        expect(queue.backlogs.keys.sorted(), is: ["one"])
        _ = queue.apply(element("c", at: 0, of: "two"), at: .at(9))
        _ = queue.takeBatch(at: Moment.at(10).monotonic)
        expect(queue.backlogs.keys.sorted(), is: ["two"])
    }

    // MARK: Too little memory

    @Test mutating func `where restored is full, the station that fills it loses its oldest`() {
        let weight = HistoryNote(element("calm", at: 0)).weight
        limits.waiting = weight * 20
        limits.writtenAtOnce = .max
        var queue = HistoryQueue(within: limits)
        for number in 0..<5 as Range<Int64> {
            _ = queue.apply(element("calm", at: number, of: "s\(number)"), at: .start)
        }
        for number in 10..<60 as Range<Int64> {
            _ = queue.apply(element("\(number)", at: number), at: .start)
        }
        let batch = queue.takeBatch(at: Moment.start.monotonic)
        for number in 0..<5 { expect(batch.titles(of: "s\(number)"), is: ["calm"]) }
        let kept = batch.titles(of: "one")
        expect(kept.last, is: "59")
        #expect((10...15).contains(kept.count))
        expect(queue.drops.stations, is: ["one": 50 - kept.count])
    }

    @Test func `what listeners chose waits in its newest state, and is never dropped`() {
        var limits = limits
        limits.waiting = 0
        var queue = HistoryQueue(within: limits)
        for station in ["a", "b", "c"] {
            _ = queue.apply(.favourites(station), at: .start)
            _ = queue.apply(.session(.init(id: "car", station: station)), at: .start)
        }
        _ = queue.apply(.session(.init(id: "main", station: "a")), at: .start)
        _ = queue.apply(.sessionEnded("main"), at: .start)
        let choices = queue.takeBatch(at: Moment.start.monotonic).choices
        expect(choices.preferences?.favourites, is: ["c"])
        expect(choices.sessions, is: ["car": .init(id: "car", station: "c"), "main": nil])
        expect(queue.drops.total, is: 0)
    }

    // MARK: When

    @Test mutating func `what is played waits for more of it, and a choice does not wait`() {
        limits.writtenAtOnce = 1
        var queue = HistoryQueue(within: limits)
        let hastened = [
            queue.apply(element("a", at: 0), at: .at(10)),
            queue.apply(element("b", at: 1), at: .at(11)),
            queue.apply(element("c", at: 5_000), at: .at(12)),
        ]
        expect(hastened, is: [true, false, false])
        expect(queue.due, is: Instant(milliseconds: 15_000))
        let isHastened = queue.apply(.favourites("a"), at: .at(13))
        #expect(isHastened)
        expect(queue.due, is: Instant(milliseconds: 13_000))
        _ = queue.takeBatch(at: Moment.start.monotonic)
        expect(queue.due, is: nil)
    }

    // MARK: What could not be written

    @Test mutating func `what is put back comes first, and a newer choice stays`() {
        var queue = HistoryQueue(within: limits)
        for title in ["a", "b"] { _ = queue.apply(element(title, at: 0), at: .start) }
        _ = queue.apply(.favourites("old"), at: .start)
        _ = queue.apply(.session(.init(id: "car", station: "old")), at: .start)
        let failed = queue.takeBatch(at: Moment.start.monotonic)
        _ = queue.apply(element("c", at: 0), at: .start)
        _ = queue.apply(.favourites("new"), at: .start)
        queue.putBack(failed, at: .init(milliseconds: 0))
        #expect(queue.due != nil)
        let batch = queue.takeBatch(at: Moment.start.monotonic)
        expect(batch.titles(of: "one"), is: ["a", "b", "c"])
        expect(batch.choices.preferences?.favourites, is: ["new"])
        expect(batch.choices.sessions["car"], is: .init(id: "car", station: "old"))
    }

    @Test mutating func `what is put back makes room by its oldest`() {
        limits.waiting = HistoryNote(element("a", at: 0)).weight * 3
        var queue = HistoryQueue(within: limits)
        for title in ["a", "b", "c"] { _ = queue.apply(element(title, at: 0), at: .start) }
        let failed = queue.takeBatch(at: Moment.start.monotonic)
        _ = queue.apply(element("d", at: 0), at: .start)
        queue.putBack(failed, at: .init(milliseconds: 0))
        expect(queue.takeBatch(at: Moment.start.monotonic).titles(of: "one"), is: ["b", "c", "d"])
        expect(queue.drops.stations, is: ["one": 1])
    }

    @Test func `at the end nothing more is taken of stations`() {
        var queue = HistoryQueue(within: limits)
        _ = queue.apply(element("a", at: 0), at: .start)
        queue.isEnding = true
        _ = queue.apply(element("b", at: 1), at: .start)
        expect(queue.takeBatch(at: Moment.start.monotonic).titles(of: "one"), is: ["a"])
        expect(queue.drops.total, is: 1)
    }
}

extension HistoryQueue.Batch {
    fileprivate func titles(of station: String) -> [String] {
        (notes[station] ?? []).map { note in
            switch note.topic {
            case .element(let element): element.track.title
            case .renamed(let id): id
            case .programme(let aired): aired.programme.title
            }
        }
    }
}

extension HistoryNote {
    fileprivate init(_ change: PersistedChange) {
        var queue = HistoryQueue(within: HistoryLimits())
        _ = queue.apply(change, at: .start)
        self =
            queue.takeBatch(at: Moment.start.monotonic).notes.values.first?.first
            ?? HistoryNote(
                topic: .programme(.init(id: "", programme: .init(title: ""))), notedAt: .now)
    }
}
