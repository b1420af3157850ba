import Expectations
import Testing

@testable import Shell

struct RoundRobinTests {
    private func round(_ members: Int, in steps: Int) -> RoundRobin<Int> {
        var round = RoundRobin<Int>(stepsByRound: steps)
        for member in 0..<members { round.add(member) }
        return round
    }

    @Test func `each is due once a round, and no step has more than its share`() {
        var round = round(7_680, in: 30)
        for _ in 0..<2 {
            let steps = (0..<30).map { _ in round.step { _ in false } }
            #expect(steps.allSatisfy { $0.count == 256 })
            expect(steps.joined().sorted(), is: Array(0..<7_680))
        }
    }

    @Test func `those that are gone are due no more`() {
        var round = round(6, in: 3)
        var due: [Int] = []
        for _ in 0..<3 { due += round.step { $0 < 5 } }
        expect(due, is: [5])
        #expect(!round.isEmpty)
        for _ in 0..<3 { #expect(round.step { _ in true }.isEmpty) }
        #expect(round.isEmpty)
    }

    @Test func `those that come later have a turn in the same round`() {
        var round = round(1, in: 2)
        expect(round.step { _ in false }, is: [0])
        round.add(1)
        expect(round.step { _ in false }, is: [1])
        round.add(2)
        expect(round.step { _ in false }, is: [0, 2])
    }
}
