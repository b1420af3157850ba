import Expectations
import FanOut
import Hub
import Testing

/// The contract of every sink of state: it takes what it is offered, says when it is full, holds a
/// bounded amount, and loses nothing that it has taken.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StateContractTests {
    @Test(arguments: StateSinkCase.all)
    func `what a sink is offered comes out in order`(of: StateSinkCase) throws {
        let trial = try of.make()
        for number in 1...20 { expect(trial.offer(number), is: .more) }
        try trial.wait { trial.received.last == 20 }
        expect(trial.received, is: of.keepsNewest ? [20] : Array(1...20))
    }

    @Test(arguments: StateSinkCase.all.filter { !$0.keepsNewest })
    func `a sink that is not read says that it is full, and is ready again when it is read`(
        of: StateSinkCase
    ) throws {
        let trial = try of.make()
        trial.isRead = false
        let count = try #require((1...10_000).first { trial.offer($0, padding: 1_000) == .full })
        #expect(trial.onLoop { trial.sink.unsentByteCount } > 0)
        #expect(!trial.onLoop { trial.events.contains { $0.isReady } })
        trial.isRead = true
        try trial.wait { trial.received.count == count && trial.events.contains { $0.isReady } }
        expect(trial.received, is: Array(1...count))
        expect(trial.onLoop { trial.sink.unsentByteCount }, is: 0)
    }

    @Test(arguments: StateSinkCase.all.filter(\.keepsNewest))
    func `a sink that keeps the newest alone is never full`(of: StateSinkCase) throws {
        let trial = try of.make()
        for number in 1...1_000 { expect(trial.offer(number, padding: 1_000), is: .more) }
        try trial.wait { trial.received == [1_000] }
        expect(trial.onLoop { trial.sink.unsentByteCount }, is: 0)
    }

    @Test(arguments: StateSinkCase.all)
    func `a sink tells when its reader has left, and takes no harm from more`(
        of: StateSinkCase
    ) throws {
        let trial = try of.make()
        _ = trial.offer(1)
        try trial.wait { !trial.received.isEmpty }
        trial.isRead = false
        trial.leave()
        try trial.wait { trial.isLeft }
        for number in 2...20 { _ = trial.offer(number) }
        trial.onLoop { trial.finish() }
    }

    @Test(arguments: StateSinkCase.all.filter { !$0.keepsNewest })
    func `a sink that finishes gives out first what it was offered`(of: StateSinkCase) throws {
        let trial = try of.make()
        for number in 1...20 { _ = trial.offer(number) }
        trial.onLoop { trial.finish() }
        try trial.wait { trial.hasEnded }
        expect(trial.received, is: Array(1...20))
    }
}

extension Event {
    fileprivate var isReady: Bool {
        if case .sinkReady = self { true } else { false }
    }
}
