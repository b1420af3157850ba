public import NowPlaying
import Support

/// The day of a station: the broadcast at any time, as a function of station and time alone.
///
/// Time is cut into blocks, long enough for about a dozen tracks; a station's format decides what
/// happens within one. Stations are out of step with one another by a part of a block.
public struct Playout: Sendable {
    /// The station whose day it is.
    public let station: SimulatedStation
    private let blockLength: Int64
    private let phase: Int64

    /// The number of tracks of average length in a block.
    private static let tracksPerBlock: Int64 = 12

    /// The day of `station`.
    public init(station: SimulatedStation) {
        self.station = station
        let longest = max(station.shortestTrack, station.trackLength.upperBound)
        let average = (station.shortestTrack.milliseconds + longest.milliseconds) / 2
        blockLength = average * Self.tracksPerBlock
        var generator = SeededGenerator(seed: station.seed, stream: 0)
        phase = Int64.random(in: 0..<blockLength, using: &generator)
    }

    /// The broadcast at `time`, with its end.
    public func broadcast(at time: Timestamp) -> Broadcast {
        let index = blockIndex(at: time)
        let slots = slots(ofBlock: index)
        // A block's slots fill it without a gap, so that one of them contains the time.
        let position = slots.firstIndex { time < $0.endsAt } ?? slots.count - 1
        let past = pastItems(before: position, of: slots, block: index)
        return makeBroadcast(
            slot: slots[position], past: past, later: slots[(position + 1)...], block: index)
    }

    private func makeBroadcast(
        slot: PlayoutBlock.TimeSlot, past: [Broadcast.Item],
        later: ArraySlice<PlayoutBlock.TimeSlot>,
        block: Int64
    ) -> Broadcast {
        let upcoming = later.lazy.compactMap(\.automatedItem).first
        return Broadcast(
            current: slot.item,
            next: makeNext(upcoming ?? firstAutomated(ofBlock: block + 1), after: slot),
            history: past, since: slot.startsAt, until: slot.endsAt)
    }

    /// The next track. During a show and an outage automation waits with the track planned for the
    /// start.
    private func makeNext(
        _ item: Broadcast.Item, after slot: PlayoutBlock.TimeSlot
    ) -> Broadcast.Next {
        let expectedAt =
            switch slot.content {
            case .automation: slot.endsAt
            case .live(_, let show): show.startedAt
            case .outage: slot.startsAt
            }
        return Broadcast.Next(
            track: item.track, length: item.length, cuedAt: min(slot.startsAt, expectedAt),
            expectedAt: expectedAt)
    }

    private func pastItems(
        before position: Int, of slots: [PlayoutBlock.TimeSlot], block: Int64
    ) -> [Broadcast.Item] {
        var past = Array(slots[..<position].reversed().lazy.compactMap(\.item))
        var index = block
        while past.count < station.historyLength {
            index -= 1
            past += self.slots(ofBlock: index).reversed().compactMap(\.item)
        }
        return Array(past.prefix(station.historyLength))
    }

    private func firstAutomated(ofBlock index: Int64) -> Broadcast.Item {
        guard let item = slots(ofBlock: index).lazy.compactMap(\.automatedItem).first else {
            crash("every format begins a block with automation")
        }
        return item
    }

    private func slots(ofBlock index: Int64) -> [PlayoutBlock.TimeSlot] {
        let start = Timestamp(milliseconds: index * blockLength - phase)
        let end = start + Interval(milliseconds: blockLength)
        return PlayoutBlock(index: index, from: start, to: end, of: station).slots
    }

    private func blockIndex(at time: Timestamp) -> Int64 {
        let shifted = time.milliseconds + phase
        let index = shifted / blockLength
        return shifted % blockLength < 0 ? index - 1 : index
    }
}

extension PlayoutBlock.TimeSlot {
    /// The slot as something that was on air; `nil` for an outage.
    fileprivate var item: Broadcast.Item? {
        switch content {
        case .automation(let track):
            Broadcast.Item(
                number: number, track: track, startsAt: startsAt, length: length, show: nil)
        case .live(let track, let show):
            Broadcast.Item(
                number: number, track: track, startsAt: startsAt, length: length, show: show)
        case .outage:
            nil
        }
    }

    fileprivate var automatedItem: Broadcast.Item? {
        item.flatMap { $0.show == nil ? $0 : nil }
    }
}

extension Playout {
    /// The period in which the count of listeners stays the same, in milliseconds.
    private static let countingPeriod: Int64 = 15_000
    /// The time from one tide of listeners to the next, in milliseconds.
    private static let tidePeriod: Int64 = 300_000

    /// The number of listeners at `time`: a slow tide with ripples on it, none in an outage.
    public func listeners(at time: Timestamp, to broadcast: Broadcast) -> Listeners {
        guard broadcast.isOnline else { return Listeners(current: 0, unique: 0, total: 0) }
        let usual = Double(station.seed % 300 + 3)
        let tide = smoothNoise(at: time, period: Self.tidePeriod)
        let ripple = noise(at: time.milliseconds / Self.countingPeriod, stream: 2)
        let total = Int((usual * (0.6 + 0.7 * tide + 0.1 * ripple)).rounded())
        let unique = total - Int((Double(total) * 0.08).rounded())
        return Listeners(current: unique, unique: unique, total: total)
    }

    /// A number between 0 and 1, without jumps.
    private func smoothNoise(at time: Timestamp, period: Int64) -> Double {
        let position = time.milliseconds / period
        let part = Double(time.milliseconds % period) / Double(period)
        let before = noise(at: position, stream: 1)
        return before + (noise(at: position + 1, stream: 1) - before) * part
    }

    private func noise(at position: Int64, stream: UInt64) -> Double {
        let seed = station.seed &+ stream
        var generator = SeededGenerator(seed: seed, stream: UInt64(bitPattern: position))
        return Double.random(in: 0...1, using: &generator)
    }
}

/// A station and its broadcast, looked up once for each transition, because a look-up is costly and
/// a broadcast lasts for a whole track.
struct StationMonitor: Sendable {
    private(set) var broadcast: Broadcast
    private let playout: Playout

    /// A monitor of the broadcast now.
    init(station: SimulatedStation, at now: Timestamp) {
        playout = Playout(station: station)
        broadcast = playout.broadcast(at: now)
    }

    /// The station.
    var station: SimulatedStation { playout.station }

    /// Looks the broadcast up again, if the last one is over.
    ///
    /// - Returns: True if it was over.
    @discardableResult
    mutating func tune(to now: Timestamp) -> Bool {
        guard now < broadcast.since || broadcast.until <= now else { return false }
        broadcast = playout.broadcast(at: now)
        return true
    }

    /// The number of listeners to the broadcast.
    func listeners(at now: Timestamp) -> Listeners {
        playout.listeners(at: now, to: broadcast)
    }
}
