import Expectations
import nphub
import HubClient
import NowPlaying
import Testing

/// A watcher whose connection does not last.
struct WatchRecoveryTests {
    private static let lost = HubClientError.closed(path: Watching.path, reason: nil)
    private static let absent = HubClientError.notListening(path: Watching.path)

    // MARK: Coming back

    @Test func `it comes back where it was`() {
        var watching = Watching.following(records: [.make()], resume: 7)
        _ = watching.when(.updated(.make(revision: 9, document: 2), resume: 9))
        _ = watching.when(.disconnected(Self.lost))
        expect(watching.whenDue().actions, is: [.connect])
        expect(
            watching.when(.connected),
            is: [
                .subscribe(#"{"view":"nowPlaying","since":{"epoch":"a","revision":9}}"#)
            ])
    }

    @Test func `what it has not been told whole it does not claim to hold`() {
        var watching = Watching()
        _ = watching.when([
            .started, .connected, .subscribed(epoch: "a", recovered: nil),
            .updated(.make(), resume: 6), .disconnected(Self.lost),
        ])
        _ = watching.whenDue()
        expect(watching.when(.connected), is: [.subscribe(#"{"view":"nowPlaying"}"#)])
    }

    @Test func `while it catches up, its old place stands`() {
        var watching = Watching.following(resume: 7)
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when([
            .connected, .subscribed(epoch: "a", recovered: true),
            .updated(.make(revision: 9), resume: 10), .disconnected(Self.lost),
        ])
        _ = watching.whenDue()
        expect(
            watching.when(.connected),
            is: [
                .subscribe(#"{"view":"nowPlaying","since":{"epoch":"a","revision":7}}"#)
            ])
    }

    @Test func `what was printed is not printed again after it came back`() {
        let record = TestRecord.make(revision: 3)
        var watching = Watching.following(records: [record])
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        let actions = watching.when([
            .subscribed(epoch: "a", recovered: true), .updated(record, resume: 3),
            .updated(.make(revision: 8, document: 2, text: "new"), resume: 8),
        ])
        expect(actions, is: [.print("new")])
    }

    @Test func `after a restart the hub's new records are printed`() {
        var watching = Watching.following(records: [.make()])
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        let actions = watching.when([
            .subscribed(epoch: "b", recovered: false),
            .updated(.make(epoch: "b", text: "again"), resume: 0),
        ])
        expect(actions, is: [.print("again")])
    }

    @Test func `after a restart a line that says the same is not printed again`() {
        let records = [
            TestRecord.make("one", document: 1, line: "old"),
            TestRecord.make("two", document: 2, line: "same"),
        ]
        var watching = Watching.following(.make(.plain), records: records)
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        let actions = watching.when([
            .subscribed(epoch: "b", recovered: false),
            .updated(.make("one", epoch: "b", document: 3, line: "new"), resume: 0),
            .updated(.make("two", epoch: "b", document: 2, line: "same"), resume: 0),
        ])
        expect(actions, is: [.print("one: new")])
    }

    @Test func `a station that a restart lost is news when it returns`() {
        let record = TestRecord.make(document: 1, line: "same")
        var watching = Watching.following(.make(.plain), records: [record])
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        _ = watching.when([.subscribed(epoch: "b", recovered: false), .synced(resume: 1)])
        expect(watching.when(.updated(record, resume: 2)), is: [.print("one: same")])
    }

    @Test func `a second restart does not forget what the first had not told again`() {
        let record = TestRecord.make(document: 1, line: "same")
        var watching = Watching.following(.make(.plain), records: [record])
        for epoch in ["b", "c"] {
            _ = watching.when(.disconnected(Self.lost))
            _ = watching.whenDue()
            _ = watching.when(.subscribed(epoch: epoch, recovered: false))
        }
        #expect(watching.when(.updated(record, resume: 0)).isEmpty)
    }

    // MARK: Waiting

    @Test func `it says once that there is no hub, and once that there is one`() {
        var watching = Watching()
        let first = watching.when([.started, .disconnected(Self.absent)])
        expect(first, is: [.connect, .say("\(Self.absent); trying again until it works")])
        for _ in 0..<5 {
            expect(watching.whenDue().actions, is: [.connect])
            #expect(watching.when(.disconnected(Self.absent)).isEmpty)
        }
        _ = watching.whenDue()
        _ = watching.when([.connected, .subscribed(epoch: "a", recovered: nil)])
        expect(
            watching.when(.synced(resume: 1)),
            is: [.say("connected to the hub at \(Watching.path)")])
        expect(watching.when(.disconnected(Self.lost)).count, is: 1)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `it waits longer and longer, at most 5 s, and shortly again after a success`(
        seed: UInt64
    ) {
        var watching = Watching(seed: seed)
        _ = watching.when(.started)
        var ceiling = Interval.milliseconds(500)
        var waits: Set<Interval> = []
        for _ in 0..<12 {
            _ = watching.when(.disconnected(Self.absent))
            let waited = watching.whenDue().waited
            #expect(waited >= .milliseconds(250) && waited <= ceiling)
            ceiling = min(.seconds(5), ceiling * 2)
            waits.insert(waited)
        }
        #expect(waits.count > 6)
        _ = watching.when([
            .connected, .subscribed(epoch: "a", recovered: nil), .synced(resume: 1),
            .disconnected(Self.lost),
        ])
        #expect(watching.whenDue().waited <= .milliseconds(500))
    }

    @Test func `a hub that does not answer is left, and tried again`() {
        var watching = Watching()
        _ = watching.when([.started, .connected])
        let (waited, actions) = watching.whenDue()
        expect(waited, is: HubMachine.answerTime)
        let silent = HubClientError.silent(path: Watching.path, seconds: 10)
        expect(actions, is: [.disconnect, .say("\(silent); trying again until it works")])
        expect(watching.whenDue().actions, is: [.connect])
    }

    // MARK: Giving up

    @Test(arguments: [
        HubClientError.notPermitted(path: Watching.path),
        .unusable(.tooLong(path: "/long")),
        .unusable(.foreignFolder(path: "/tmp/nphub-1", owner: 2)),
    ])
    func `what will not pass ends it`(error: HubClientError) {
        var watching = Watching.following()
        expect(watching.when(.disconnected(error)), is: [.end(error)])
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `a refusal that will not pass ends it`() {
        var watching = Watching()
        let refusal = HubRefusal(code: -32_001, message: "no station nowhere")
        _ = watching.when([.started, .connected])
        expect(watching.when(.refused(refusal)), is: [.disconnect, .end(.refused(refusal))])
    }

    @Test func `a refusal that may pass is waited out`() {
        var watching = Watching()
        let refusal = HubRefusal(code: -32_004, message: "too many pairs")
        _ = watching.when([.started, .connected])
        expect(
            watching.when(.refused(refusal)),
            is: [
                .disconnect, .say("too many pairs; trying again until it works"),
            ])
        expect(watching.whenDue().actions, is: [.connect])
    }
}
