import Expectations
import NowPlaying
import Testing

@testable import Simulator

struct PlayoutTests {
    private static let start = VirtualFarm.start.wall
    private static let fullTracks = Interval.seconds(120)...Interval.seconds(420)
    private static let formats = SimulatedStation.Format.allCases

    private func station(
        _ format: SimulatedStation.Format,
        tracks: ClosedRange<Interval> = SimulatedStation.shortTracks
    ) -> SimulatedStation {
        SimulatedStation(
            shortcode: "x", name: "X", format: format, writingSystems: WritingSystem.allCases,
            trackLength: tracks, seed: 3)
    }

    /// The broadcasts of a station, one after the other.
    private func day(of station: SimulatedStation, count: Int) -> [Broadcast] {
        let playout = Playout(station: station)
        var broadcasts = [playout.broadcast(at: Self.start)]
        while let last = broadcasts.last, broadcasts.count < count {
            broadcasts.append(playout.broadcast(at: last.until))
        }
        return broadcasts
    }

    @Test(arguments: formats)
    func `what plays follows from the station and the time alone`(
        format: SimulatedStation.Format
    ) {
        let day = day(of: station(format), count: 60)
        for broadcast in day.reversed() {
            let fresh = Playout(station: station(format))
            expect(fresh.broadcast(at: broadcast.since), is: broadcast)
            expect(fresh.broadcast(at: broadcast.until - .milliseconds(1)), is: broadcast)
        }
    }

    @Test func `another seed makes another day`() {
        var other = station(.automated)
        other.seed = 4
        #expect(day(of: other, count: 20) != day(of: station(.automated), count: 20))
    }

    @Test(arguments: formats)
    func `transitions follow each other without gaps, and numbers grow`(
        format: SimulatedStation.Format
    ) {
        let day = day(of: station(format), count: 200)
        for (before, after) in zip(day, day.dropFirst()) {
            expect(before.until, is: after.since)
            #expect(before.since < before.until)
        }
        let numbers = day.compactMap(\.current?.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: [SimulatedStation.shortTracks, Self.fullTracks])
    func `under automation every track lasts as long as tracks are said to`(
        range: ClosedRange<Interval>
    ) {
        for broadcast in day(of: station(.automated, tracks: range), count: 200) {
            expect(broadcast.current.map { range.contains($0.length) }, is: true)
        }
    }

    @Test(arguments: [0...0, 5_000...5_000, 1...2, 1_000...500_000] as [ClosedRange<Int64>])
    func `odd ranges still make a day`(range: ClosedRange<Int64>) {
        let bounds =
            Interval(milliseconds: range.lowerBound)...Interval(milliseconds: range.upperBound)
        for format in Self.formats {
            let day = day(of: station(format, tracks: bounds), count: 50)
            #expect(day.allSatisfy { $0.since < $0.until })
        }
    }

    @Test(arguments: formats)
    func `no track is played twice running`(format: SimulatedStation.Format) {
        let tracks = day(of: station(format), count: 400).compactMap(\.current?.track)
        #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test(arguments: formats)
    func `history is what was on air, newest first`(format: SimulatedStation.Format) {
        let day = day(of: station(format), count: 100)
        var played: [Broadcast.Item] = []
        for broadcast in day {
            if played.count >= 5 {
                expect(broadcast.history, is: Array(played.suffix(5).reversed()))
            }
            if let current = broadcast.current { played.append(current) }
        }
    }

    @Test func `history is as long as the station wants, also not at all`() {
        for length in [0, 1, 30] {
            var station = station(.intermittent)
            station.historyLength = length
            #expect(day(of: station, count: 10).allSatisfy { $0.history.count == length })
        }
    }

    @Test func `under automation the next track comes next`() {
        let day = day(of: station(.automated), count: 100)
        for (before, after) in zip(day, day.dropFirst()) {
            expect(before.next.track, is: after.current?.track)
            expect(before.next.expectedAt, is: after.since)
        }
    }

    @Test func `during a show the next track is stale, and comes after the show`() throws {
        let day = day(of: station(.liveShows), count: 200)
        #expect(day.contains { $0.show != nil } && day.contains { $0.show == nil })
        for (before, after) in zip(day, day.dropFirst()) {
            guard let show = before.show else { continue }
            expect(before.next.expectedAt, is: show.startedAt)
            #expect(before.next.expectedAt <= before.since)
            if after.show == show {
                expect(after.next, is: before.next)
            } else {
                expect(after.current?.track, is: before.next.track)
            }
        }
    }

    @Test func `an outage has nothing on air, no listeners, and ends`() {
        let station = station(.intermittent)
        let day = day(of: station, count: 200)
        let outages = day.filter { !$0.isOnline }
        #expect(outages.count >= 5 && outages.count < day.count / 4)
        for outage in outages {
            let playout = Playout(station: station)
            let none = Listeners(current: 0, unique: 0, total: 0)
            expect(playout.listeners(at: outage.since, to: outage), is: none)
            #expect(playout.broadcast(at: outage.until).isOnline)
            #expect(!outage.history.isEmpty)
        }
    }

    @Test func `listeners wander without jumping`() {
        let playout = Playout(station: station(.automated))
        let counts = (0..<200).map { step in
            let time = Self.start + .seconds(Int64(step) * 15)
            return playout.listeners(at: time, to: playout.broadcast(at: time)).total ?? -1
        }
        #expect(Set(counts).count > 10)
        #expect(counts.allSatisfy { $0 > 0 })
        let largest = counts.max() ?? 0
        for (before, after) in zip(counts, counts.dropFirst()) {
            #expect(abs(after - before) <= largest / 4 + 1)
        }
    }

    @Test(arguments: WritingSystem.allCases)
    func `every writing system has music, each title once`(system: WritingSystem) {
        let repertoire = Repertoire(writingSystems: [system], seed: 1)
        let titles = (0..<repertoire.count).map { repertoire.track(at: $0).title }
        #expect(titles.count >= 8)
        expect(Set(titles).count, is: titles.count)
    }

    @Test func `the embedded stations show what there is to show`() {
        let stations = SimulatedStation.embedded(seed: 1)
        #expect(stations.count >= 4)
        expect(Set(stations.map(\.format)), is: Set(SimulatedStation.Format.allCases))
        expect(Set(stations.flatMap(\.writingSystems)), is: Set(WritingSystem.allCases))
        #expect(stations.allSatisfy { $0.trackLength == SimulatedStation.shortTracks })
    }

    @Test func `an ensemble has as many stations as asked for, each with a name of its own`() {
        let stations = SimulatedStation.ensemble(
            of: 2_000, trackLength: Self.fullTracks, seed: 1)
        expect(Set(stations.map(\.shortcode)).count, is: 2_000)
        #expect(stations.allSatisfy { $0.trackLength == Self.fullTracks })
        expect(
            stations.prefix(4).map(\.shortcode),
            is: SimulatedStation.embedded(seed: 1).map(\.shortcode))
        #expect(
            SimulatedStation.ensemble(of: 0, trackLength: Self.fullTracks, seed: 1)
                .isEmpty)
    }
}
