import Expectations
import Hub
import Shell
import NowPlaying
import Testing

/// The contract of every sink of the journal. No sink waits for its outlet: such a sink never ends
/// if its output is not read.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct JournalContractTests {
    private let now = SystemClock().now

    @Test(arguments: JournalSinkCase.all)
    func `a sink says which parts of the journal it wants`(of: JournalSinkCase) throws {
        try expect(of.make(.works).sink.parts, is: of.parts)
    }

    @Test(arguments: JournalSinkCase.all)
    func `a sink keeps what concerns it, in order, and leaves the rest`(
        of: JournalSinkCase
    ) throws {
        let trial = try of.make(.works)
        for number in 0..<8 {
            for kind in JournalSinkCase.Kind.allCases where kind != of.kind {
                trial.sink.append(JournalSinkCase.entry(100 + number, kind), at: now)
            }
            trial.sink.append(of.entry(number), at: now)
        }
        let account = try trial.account()
        expect(account.kept, is: Array(0..<8))
        expect(account.lost, is: 0)
        expect(account.complaint, is: nil)
    }

    @Test(arguments: JournalSinkCase.all)
    func `a sink that is told more than it has room for keeps a part, and counts the rest`(
        of: JournalSinkCase
    ) throws {
        let trial = try of.make(.stands)
        for number in 0..<of.overflow {
            trial.sink.append(of.entry(number, padding: of.padding), at: now)
        }
        let account = try trial.account()
        expect(account.kept, is: account.kept.sorted())
        #expect((1..<of.overflow).contains(account.kept.count))
        let known = account.kept.count + account.lost
        #expect(of.isSample ? account.lost == 0 : known == of.overflow)
    }

    @Test(arguments: JournalSinkCase.all.filter { !$0.isSample }, [Outlet.Kind.full, .gone])
    func `a sink survives that nothing can be written, and ends`(
        of: JournalSinkCase, outlet: Outlet.Kind
    ) throws {
        let trial = try of.make(outlet)
        for number in 0..<100 { trial.sink.append(of.entry(number), at: now) }
        let account = try trial.account()
        #expect(account.kept.isEmpty)
        expect(account.complaint != nil, is: of.complains)
    }
}
