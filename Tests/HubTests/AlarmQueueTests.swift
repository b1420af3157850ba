import Expectations
import NowPlaying
import Testing

@testable import FanOut
@testable import Hub
@testable import Stations

struct AlarmQueueTests {
    private var queue = AlarmQueue()
    private let link = AlarmQueue.Owner.link(LinkID(number: 1))
    private let station = AlarmQueue.Owner.station(StationIndex(number: 0))
    private let client = AlarmQueue.Owner.client(ClientID(number: 1))

    private mutating func rung(at seconds: Double) -> [AlarmQueue.Owner] {
        var owners: [AlarmQueue.Owner] = []
        while owners.count < 100, let owner = queue.next(at: .at(seconds)) {
            owners.append(owner)
        }
        return owners
    }

    @Test mutating func `alarms ring in the order of their times`() {
        queue.set(link, at: .at(3))
        queue.set(station, at: .at(1))
        queue.set(client, at: .at(2))
        expect(queue.deadline, is: .at(1))
        expect(rung(at: 0.9), is: [])
        expect(rung(at: 2), is: [station, client])
        expect(queue.deadline, is: .at(3))
        expect(rung(at: 10), is: [link])
        expect(queue.deadline, is: nil)
    }

    @Test mutating func `alarms of one time ring in a fixed order, however they were set`() {
        let second = AlarmQueue.Owner.link(LinkID(number: 2))
        for owner in [client, second, station, link] { queue.set(owner, at: .at(1)) }
        expect(rung(at: 1), is: [link, second, station, client])
    }

    @Test mutating func `an earlier alarm replaces a later one`() {
        queue.set(link, at: .at(5))
        queue.set(link, at: .at(2))
        expect(rung(at: 2), is: [link])
        expect(rung(at: 10), is: [])
    }

    @Test mutating func `a later alarm waits until the earlier one has rung`() {
        queue.set(link, at: .at(2))
        queue.set(link, at: .at(5))
        expect(rung(at: 2), is: [link])
        // The owner looks at the time itself, and sets another.
        queue.set(link, at: .at(5))
        expect(rung(at: 5), is: [link])
    }

    @Test mutating func `no time is not an alarm`() {
        queue.set(link, at: nil)
        expect(queue.deadline, is: nil)
    }
}
