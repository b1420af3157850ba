import Expectations
import NowPlaying
import Testing

@testable import HubClient

/// Updates of a program that is slower than its hub.
struct UpdateBufferTests {
    private var buffer = UpdateBuffer()
    private static let lost = HubClientError.closed(path: "hub", reason: nil)

    private func record(
        _ owner: String, _ line: String, changed: [String] = [], sender: String? = nil
    ) -> HubRecord {
        var record = HubRecord(
            view: "line", epoch: "a", revision: 1, station: owner, content: .line(line))
        (record.changed, record.sender) = (changed, sender)
        return record
    }

    private func event(_ id: Int, _ change: (inout HubEvent) -> Void = { _ in }) -> HubEvent {
        var event = HubEvent(session: "main", id: id)
        change(&event)
        return event
    }

    private mutating func takeAll() -> [HubUpdate] {
        var updates: [HubUpdate] = []
        while let update = buffer.take() { updates.append(update) }
        return updates
    }

    @Test mutating func `the newest document wins, in the place of the first`() {
        buffer.add(record("one", "A", changed: ["track"], sender: "x"))
        buffer.add(record("two", "B"))
        buffer.add(record("one", "C", changed: ["playback"], sender: "y"))
        let merged = record("one", "C", changed: ["playback", "track"])
        expect(takeAll(), is: [.changed(merged), .changed(record("two", "B"))])
    }

    @Test mutating func `a sender stays where all changes were its own`() {
        buffer.add(record("one", "A", sender: "x"))
        buffer.add(record("one", "C", sender: "x"))
        expect(takeAll(), is: [.changed(record("one", "C", sender: "x"))])
    }

    @Test mutating func `memory is bounded by the number of stations, however much comes`() {
        for round in 0..<10_000 {
            buffer.add(record("s\(round % 50)", "\(round)"))
            buffer.interrupted(by: Self.lost)
            buffer.synced()
            buffer.add(event(round) { $0.present = "nowPlaying" })
        }
        expect(buffer.count, is: 52)
        expect(takeAll().count, is: 52)
    }

    @Test mutating func `of each kind of event the newest is kept`() {
        let alert = CarAlert(id: "alert", type: "alert", titleVariants: ["No"], actions: [])
        buffer.add(event(1) { $0.alert = alert })
        buffer.add(event(2) { $0.present = "nowPlaying" })
        buffer.add(event(3) { $0.present = "nowPlaying" })
        expect(
            takeAll(),
            is: [
                .happened(event(1) { $0.alert = alert }),
                .happened(event(3) { $0.present = "nowPlaying" }),
            ])
    }

    @Test mutating func `the connection's state comes after what came before it, once`() {
        buffer.add(record("one", "A"))
        buffer.synced()
        buffer.add(record("two", "B"))
        buffer.interrupted(by: Self.lost)
        buffer.interrupted(by: Self.lost)
        expect(
            takeAll(),
            is: [
                .changed(record("one", "A")), .changed(record("two", "B")),
                .interrupted(Self.lost),
            ])
        buffer.interrupted(by: Self.lost)
        #expect(takeAll().isEmpty)
        buffer.synced()
        expect(takeAll(), is: [.synced])
    }

    @Test mutating func `a hub that begins anew and has fewer stations says which are gone`() {
        buffer.subscribed(recovered: false)
        buffer.add(record("one", "A"))
        buffer.add(record("two", "B"))
        buffer.synced()
        _ = takeAll()
        buffer.subscribed(recovered: false)
        buffer.add(record("two", "B"))
        buffer.synced()
        var gone = record("one", "A")
        gone.content = .removed
        expect(takeAll(), is: [.changed(record("two", "B")), .changed(gone)])
    }

    @Test mutating func `a hub that goes on where it was takes nothing back`() {
        buffer.add(record("one", "A"))
        buffer.synced()
        _ = takeAll()
        buffer.subscribed(recovered: true)
        buffer.interrupted(by: Self.lost)
        buffer.synced()
        #expect(takeAll().isEmpty)
    }
}
