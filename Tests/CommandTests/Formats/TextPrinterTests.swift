import Expectations
import HubClient
import NowPlaying
import Testing

@testable import Shell
@testable import nphub

/// A watcher that prints texts, in virtual time.
struct TextPrinterTests {
    private static let lost = HubClientError.closed(path: Watching.path, reason: nil)

    private func watching(
        _ template: String, _ states: NowPlaying..., every pause: Interval? = nil
    ) throws -> Watching {
        var settings = WatchMachine.Settings.make(.template(try Template(template)))
        settings.subscription.minInterval = pause
        return Watching.following(settings, records: states.map { .make($0.station.id, state: $0) })
    }

    /// Returns the next `count` printed texts, each with its wait in milliseconds.
    private func ticks(_ count: Int, of watching: inout Watching) -> [String] {
        (0..<count).map { _ in
            var waited = Interval.zero
            var printed = ""
            while printed.isEmpty, watching.nextDeadline != nil {
                let tick = watching.whenDue()
                waited = waited + tick.waited
                printed = tick.actions.map(\.printed).joined()
            }
            return "\(waited.milliseconds) \(printed)"
        }
    }

    @Test func `a template without the position has nothing to wait for`() throws {
        let watching = try watching("{title}[ {duration}]", .playing("Weir", at: 0, of: 9_000))
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `the position is printed with each second of it, until the end of the track`() throws
    {
        var watching = try watching("{elapsed}", .playing("Weir", at: 1_250, of: 4_100))
        expect(ticks(3, of: &watching), is: ["751 0:02", "1000 0:03", "1000 0:04"])
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `a text that scrolls is printed each half second while it moves`() throws {
        var watching = try watching("{title:4:scroll}", .playing("Weir and Lock", at: 0))
        let printed = ticks(3, of: &watching)
        expect(printed, is: ["3500 eir ", "500 ir a", "500 r an"])
        let still = try self.watching("{title:4:scroll}", .playing("Weir", at: 0))
        expect(still.nextDeadline, is: nil)
    }

    @Test func `what the machine is late does not add up`() throws {
        var watching = try watching("{elapsed}", .playing("Weir", at: 0))
        for second in 1...5 {
            let due = try #require(watching.nextDeadline)
            watching.wait(due - watching.now + .milliseconds(40))
            expect(watching.when(.woke), is: [.print("0:0\(second)")])
        }
        expect(watching.now, is: Instant(milliseconds: 5_041))
    }

    @Test
    func `a position that runs fast is printed once a second, and a slow one when it changes`()
        throws
    {
        var fast = try watching("{elapsed}", .playing("Weir", at: 0, rate: 2))
        expect(ticks(3, of: &fast), is: ["501 0:01", "1000 0:03", "1000 0:05"])
        var slow = try watching("{elapsed}", .playing("Weir", at: 0, rate: 0.25))
        expect(ticks(2, of: &slow), is: ["4001 0:01", "4000 0:02"])
        let paused = try watching("{elapsed}", .playing("Weir", at: 0, rate: 0))
        expect(paused.nextDeadline, is: nil)
    }

    @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e300])
    func `a rate beyond reason does no harm`(rate: Double) throws {
        var watching = try watching("{elapsed}", .playing("Weir", at: 0, of: 5_000, rate: rate))
        #expect(watching.whenDue().actions.count <= 1)
        var endless = try self.watching("{elapsed}", .playing("Weir", at: 0, rate: rate))
        endless.wait(.seconds(3_600))
        _ = endless.whenDue()
        #expect(endless.nextDeadline.map { $0 - endless.now >= .milliseconds(999) } ?? true)
    }

    @Test func `rare lines do not become frequent by the position`() throws {
        let state = NowPlaying.playing("Weir", at: 400)
        var watching = try watching("{elapsed}", state, every: .seconds(5))
        expect(ticks(2, of: &watching), is: ["5000 0:05", "5000 0:10"])
    }

    @Test func `each of several stations has a clock of its own`() throws {
        var watching = try watching(
            "{station} {elapsed}", .playing("Weir", at: 0, on: "one"),
            .playing("Lock", at: 700, on: "two"))
        expect(
            ticks(4, of: &watching),
            is: [
                "301 TWO 0:01", "700 ONE 0:01", "300 TWO 0:02", "700 ONE 0:02",
            ])
    }

    @Test func `a change is printed at once, and the clock follows the new track`() throws {
        var watching = try watching("{title} {elapsed}", .playing("Weir", at: 300))
        watching.wait(.milliseconds(500))
        let next = NowPlaying.playing("Lock", at: -500)
        expect(
            watching.when(.updated(.make(revision: 2, state: next), resume: 8)),
            is: [
                .print("Lock 0:00")
            ])
        expect(ticks(2, of: &watching), is: ["1001 Lock 0:01", "1000 Lock 0:02"])
    }

    @Test func `a change that does not show is not printed`() throws {
        var watching = try watching("{title}", .playing("Weir"))
        var state = NowPlaying.playing("Weir", by: "Mara Ebb")
        state.online = true
        #expect(watching.when(.updated(.make(revision: 2, state: state), resume: 8)).isEmpty)
    }

    @Test func `a station that is removed, or lost by a restart, has an empty text`() throws {
        var watching = try watching(
            "{title}", .playing("Weir", on: "one"), .playing("Lock", on: "two"))
        expect(watching.when(.updated(.make("one", document: 2), resume: 8)), is: [.print("")])
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        let told = watching.when([.subscribed(epoch: "b", recovered: false), .synced(resume: 1)])
        expect(told.first, is: .print(""))
    }

    @Test func `the clock goes on while the hub is away, and nothing is said twice`() throws {
        var watching = try watching("{title} {elapsed}", .playing("Weir", at: 0))
        expect(watching.when(.disconnected(Self.lost)).map(\.printed), is: [""])
        var printed: [String] = []
        while printed.isEmpty {
            printed = watching.whenDue().actions.map(\.printed).filter { !$0.isEmpty }
        }
        expect(printed, is: ["Weir 0:01"])
        let again = TestRecord.make(epoch: "b", state: .playing("Weir", at: 0))
        #expect(
            watching.when([.subscribed(epoch: "b", recovered: false), .updated(again, resume: 0)])
                .isEmpty)
    }

    @Test func `nothing ticks for a reader who has enough, and then only the newest is printed`()
        throws
    {
        var watching = try watching("{elapsed}", .playing("Weir", at: 0))
        #expect(watching.when(.readerBlocked).isEmpty)
        expect(watching.nextDeadline, is: nil)
        watching.wait(.seconds(90))
        #expect(watching.when(.woke).isEmpty)
        expect(watching.when(.readerDrained), is: [.print("1:30")])
        #expect(watching.nextDeadline != nil)
    }
}

extension WatchMachine.Action {
    /// The text that it prints, without the end of the line; empty for another action.
    var printed: String {
        guard case .print(let bytes) = self else { return "" }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
