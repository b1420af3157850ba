import Expectations
import NowPlaying
import Testing

struct StatePartsTests {
    private static let empty = NowPlaying(
        station: Station(id: "one", name: "One"),
        connection: StationConnection(state: .live, since: Timestamp(milliseconds: 1)))

    /// A change of each part that a state has.
    private static let changes: [(StateParts, @Sendable (inout NowPlaying) -> Void)] = [
        (.connection, { $0.connection.state = .stale }),
        (.online, { $0.online = true }),
        (.track, { $0.track = Track(id: "1", title: "First Light") }),
        (.playback, { $0.playback = Playback(state: .playing, rate: 1) }),
        (.live, { $0.live = LiveStreamer(streamer: "Aurora") }),
        (.programme, { $0.programme = Programme(title: "Dawn") }),
        (.next, { $0.next = UpcomingTrack(title: "Night") }),
        (.history, { $0.history = [Box(PlayedTrack(title: "Deep"))] }),
        (.station, { $0.station.name = "Two" }),
        (.listeners, { $0.listeners = Listeners(current: 3) }),
    ]

    @Test(arguments: 0..<10)
    func `a change is found in its own class and in no other`(place: Int) {
        let (expected, change) = Self.changes[place]
        var changed = Self.empty
        change(&changed)
        expect(changed.changes(since: Self.empty), is: expected)
        expect(Self.empty.changes(since: changed), is: expected)
        expect(changed.presentParts, is: expected.union([.connection, .station]))
    }

    @Test func `a state that stays as it is has no changes`() {
        expect(Self.empty.changes(since: Self.empty), is: [])
    }

    @Test func `every class has a name of its own`() {
        let names = StateParts.names.map(\.1)
        expect(Set(names).count, is: names.count)
        let all = StateParts.names.reduce(into: StateParts()) { $0.formUnion($1.0) }
        #expect(Self.changes.allSatisfy { all.contains($0.0) })
        expect(names.count, is: Self.changes.count)
    }
}
