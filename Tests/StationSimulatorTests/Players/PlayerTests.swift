import NowPlaying
import Testing

@testable import StationSimulator

struct PlayerTests {
    private let time = Interval.seconds(100)

    private func player(
        _ station: SimulatedStation, variesRate: Bool = true
    ) -> SimulatedPlayer {
        SimulatedPlayer(
            station: station, variesRate: variesRate, at: VirtualFarm.start.wall)
    }

    @Test(arguments: PlayerHabit.allCases)
    func `whatever is done with a track, it ends when its time is up`(habit: PlayerHabit) {
        let last = habit.parts(of: time).last
        let end = last.map { $0.position + (time - $0.begins) * $0.rate }
        #expect(end == habit.duration(of: time))
        #expect(habit.parts(of: time).first == .init(begins: .zero, position: .zero, rate: 1))
    }

    @Test func `each habit has its turn, and a rate of its own only where it may`() {
        let habits = (-5..<5).map { PlayerHabit(itemNumber: $0, variesRate: true) }
        #expect(Set(habits).count == PlayerHabit.allCases.count)
        let plain = (-5..<5).map { PlayerHabit(itemNumber: $0, variesRate: false) }
        #expect(!plain.contains(.hurries) && Set(plain).count == 4)
    }

    @Test func `a pause holds the position, a jump and a start over are seen as seeks`() {
        var player = player(.steady)
        var now = VirtualFarm.start.wall
        var seeks = 0
        var pauses = 0
        var rates: Set<Double> = []
        var old = player.state(at: now)
        for _ in 0..<2_000 {
            now = now + .milliseconds(100)
            let new = player.state(at: now)
            let change = PlayerChange(old: old, new: new)
            if change.isSeek { seeks += 1 }
            if change.isOtherStatus, new.status == .paused { pauses += 1 }
            if !change.isAnything {
                let moved = new.position - old.position
                #expect((moved - .milliseconds(100) * new.speed).magnitude <= .milliseconds(2))
            }
            rates.insert(new.rate)
            old = new
        }
        #expect(seeks > 4 && pauses > 2)
        #expect(rates == [1, 1.5])
    }

    @Test func `nothing happens between two transitions`() {
        var player = player(.live)
        var now = VirtualFarm.start.wall
        for _ in 0..<60 {
            let next = player.nextTransition(at: now)
            let first = player.state(at: now)
            let last = player.state(at: next - .milliseconds(1))
            #expect(!PlayerChange(old: first, new: last).isAnything)
            let after = player.state(at: next)
            #expect(PlayerChange(old: last, new: after).isAnything)
            now = next
        }
    }

    @Test func `a live show is a stream: titles without lengths, and nothing is next`() throws {
        var player = player(.live)
        var now = VirtualFarm.start.wall
        while !player.state(at: now).isStream { now = player.nextTransition(at: now) }
        let before = player.state(at: now)
        let after = player.state(at: player.nextTransition(at: now))
        #expect(before.duration == nil && before.next == nil)
        let change = PlayerChange(old: before, new: after)
        #expect(!change.isOtherEntry && change.isOtherTitle && !change.isSeek)
    }

    @Test func `an outage is a player that is stopped`() {
        var player = player(.shaky)
        var now = VirtualFarm.start.wall
        for _ in 0..<200 where player.state(at: now).item != nil {
            now = player.nextTransition(at: now)
        }
        #expect(player.state(at: now).status == .stopped)
        #expect(player.state(at: now).speed == 0)
    }
}
