import NowPlaying
import Support

/// A stretch of a station's day, cut into slots that fill it without a gap.
///
/// Blocks are counted from 1970. A block follows from the station's seed and its index alone, so
/// any time can be computed without the blocks before it.
struct PlayoutBlock: Sendable {
    /// The content of a slot.
    enum Content: Hashable, Sendable {
        case automation(SimulatedTrack)
        case live(SimulatedTrack, Broadcast.Show)
        case outage
    }

    /// A stretch with one content.
    struct TimeSlot: Hashable, Sendable {
        let number: Int64
        let startsAt: Timestamp
        let endsAt: Timestamp
        let content: Content

        var length: Interval { endsAt - startsAt }
    }

    private(set) var slots: [TimeSlot] = []
    private let index: Int64
    private let station: SimulatedStation
    private let numbersPerBlock: Int64
    private let repertoire: Repertoire
    private var generator: SeededGenerator
    /// The position of the last chosen track; before the first, of the one to begin with.
    private var lastTrack: Int

    /// The block of `station` that lies between two times.
    init(index: Int64, from start: Timestamp, to end: Timestamp, of station: SimulatedStation) {
        self.index = index
        self.station = station
        numbersPerBlock = (end - start).milliseconds / station.shortestTrack.milliseconds + 8
        repertoire = Repertoire(writingSystems: station.writingSystems, seed: station.seed)
        generator = SeededGenerator(seed: station.seed, stream: UInt64(bitPattern: index))
        lastTrack = Self.opener(of: index, station: station, count: repertoire.count)
        fill(from: start, to: end)
    }

    private mutating func fill(from start: Timestamp, to end: Timestamp) {
        let length = end - start
        switch station.format {
        case .automated:
            fillWithTracks(from: start, to: end, show: nil)
        case .liveShows:
            let begins = start + length * fraction(in: 0.2...0.4)
            let ends = begins + length * fraction(in: 0.35...0.5)
            fillWithTracks(from: start, to: begins, show: nil)
            fillWithTracks(from: begins, to: ends, show: makeShow(startingAt: begins))
            fillWithTracks(from: ends, to: end, show: nil)
        case .intermittent:
            let begins = start + length * fraction(in: 0.4...0.6)
            let ends = begins + length * fraction(in: 0.15...0.25)
            fillWithTracks(from: start, to: begins, show: nil)
            append(.outage, from: begins, to: ends)
            fillWithTracks(from: ends, to: end, show: nil)
        }
    }

    private mutating func fraction(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func makeShow(startingAt start: Timestamp) -> Broadcast.Show {
        Broadcast.Show(
            streamer: Phrases.streamers.pick(using: &generator), startedAt: start,
            hasPicture: Bool.random(using: &generator))
    }

    private mutating func fillWithTracks(
        from start: Timestamp, to end: Timestamp, show: Broadcast.Show?
    ) {
        var time = start
        while time < end {
            let length = chooseLength(toFill: end - time)
            let track = chooseTrack()
            let content = show.map { Content.live(track, $0) } ?? .automation(track)
            append(content, from: time, to: time + length)
            time = time + length
        }
    }

    /// A length within the station's range that leaves a rest which can be filled as well.
    private mutating func chooseLength(toFill remaining: Interval) -> Interval {
        let shortest = station.shortestTrack
        let longest = max(shortest, station.trackLength.upperBound)
        guard remaining > longest else { return remaining }
        let limit = max(shortest, min(longest, remaining - shortest))
        let range = shortest.milliseconds...limit.milliseconds
        return Interval(milliseconds: Int64.random(in: range, using: &generator))
    }

    /// A track other than the one before it, also where blocks meet: a station that plays the
    /// same track twice running has no second entry for it in its history (see AzuraCast).
    private mutating func chooseTrack() -> SimulatedTrack {
        if slots.isEmpty { return repertoire.track(at: lastTrack) }
        let excluded = [
            lastTrack,
            Self.opener(of: index &+ 1, station: station, count: repertoire.count),
        ]
        var position = Int.random(in: 0..<repertoire.count, using: &generator)
        while excluded.contains(position) {
            position = (position + 1) % repertoire.count
        }
        lastTrack = position
        return repertoire.track(at: position)
    }

    /// The track with which a block begins, known without making the block.
    private static func opener(of index: Int64, station: SimulatedStation, count: Int) -> Int {
        var generator = SeededGenerator(seed: ~station.seed, stream: UInt64(bitPattern: index))
        return Int.random(in: 0..<count, using: &generator)
    }

    private mutating func append(_ content: Content, from start: Timestamp, to end: Timestamp) {
        let number = index &* numbersPerBlock &+ Int64(slots.count) &+ 1
        slots.append(TimeSlot(number: number, startsAt: start, endsAt: end, content: content))
    }
}

extension SimulatedStation {
    /// The lower bound of the track lengths, kept away from zero: tracks of length zero never fill
    /// a block.
    var shortestTrack: Interval { max(.milliseconds(1), trackLength.lowerBound) }
}
