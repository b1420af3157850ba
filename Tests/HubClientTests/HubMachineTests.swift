import Expectations
import HubClient
import NowPlaying
import TestSupport
import Testing

/// A client that follows a hub, in virtual time.
struct HubMachineTests {
    private static let path = "/run/nphub.sock"

    private var machine: HubMachine
    private var now = Instant(milliseconds: 0)

    init() {
        var stations = HubSubscription(HubQuery(.nowPlaying))
        stations.wantsPatches = true
        machine = HubMachine(
            HubMachine.Settings([stations, HubSubscription(HubQuery(.carPlay))]), path: Self.path)
    }

    private mutating func when(_ event: HubMachine.Event) -> [HubMachine.Action] {
        var actions: [HubMachine.Action] = []
        machine.apply(event, at: now, into: &actions)
        return actions
    }

    /// Lets the hub send a line; gives what the machine tells of it.
    private mutating func told(_ line: String) throws -> [HubMachine.News] {
        let message = try HubMessage(line.utf8, reading: machine.reading)
        return when(.received(message)).compactMap {
            if case .tell(let news) = $0 { news } else { nil }
        }
    }

    private mutating func follow(recovered: String = "") throws {
        if now.milliseconds == 0 { _ = when(.started) }
        _ = when(.connected)
        for number in 1...2 {
            _ = try told(
                #"{"id":\#(number),"result":{"subscription":\#(number),"epoch":"a"\#(recovered)}}"#)
        }
    }

    private mutating func reconnect() throws {
        _ = when(.disconnected(.closed(path: Self.path, reason: nil)))
        now = try #require(machine.nextDeadline)
        _ = when(.woke)
    }

    private func update(_ content: String, revision: Int, of subscription: Int = 1) -> String {
        let owner = subscription == 1 ? #""station":"one","changed":["track"]"# : #""session":"s""#
        return #"{"method":"update","params":{"subscription":\#(subscription),"sequence":1,"#
            + #""resume":\#(revision),"record":{"view":"\#(subscription == 1 ? "nowPlaying" : "carPlay")","#
            + #""epoch":"a","revision":\#(revision),\#(owner),\#(content)}}}"#
    }

    private static let state = #"""
        "nowPlaying":{"station":{"id":"one","name":"ONE"},
        "connection":{"state":"live","since":1700000000},"track":{"id":"t","title":"Weir",
        "artist":"Mara Ebb"}}
        """#

    private static func synced(_ subscription: Int, _ resume: Int) -> String {
        #"{"method":"synced","params":{"subscription":\#(subscription),"resume":\#(resume)}}"#
    }

    private static func sinces(_ actions: [HubMachine.Action]) -> [JSONTree?] {
        actions.compactMap { action in
            guard case .send(let line) = action else { return nil }
            return .some(JSONTree(line)?["params"]?["since"])
        }
    }

    // MARK: Documents

    @Test mutating func `a merge patch is told as the whole document`() throws {
        try follow()
        _ = try told(update(Self.state, revision: 1))
        let news = try told(
            update(#""base":1,"patch":{"track":{"title":"Sluice","artist":null}}"#, revision: 2))
        guard case .updated(0, let record)? = news.first,
            case .nowPlaying(let state) = record.content
        else {
            Issue.record("no document")
            return
        }
        expect(state.track?.title, is: "Sluice")
        expect(state.track?.artist, is: nil)
        expect(state.station.name, is: "ONE")
        expect(record.revision, is: 2)
    }

    @Test mutating func `rows and templates are told as the whole document`() throws {
        try follow()
        _ = try told(update(#""carPlay":\#(CarFixtures.document)"#, revision: 1, of: 2))
        let changes = #"""
            "rows":{"recent":{"showsTabBadge":null}},"templates":{"streams/one":null,
            "more":{"id":"more","type":"list","title":"More","sections":[]}}
            """#
        let news = try told(update(changes, revision: 2, of: 2))
        guard case .updated(1, let record)? = news.first, case .carPlay(let car) = record.content
        else {
            Issue.record("no document")
            return
        }
        expect(car.tabs[1].showsTabBadge, is: nil)
        expect(car.lists.map(\.id), is: ["rewind", "more"])
    }

    @Test mutating func `changes of a document that was never told are dropped`() throws {
        try follow()
        #expect(try told(update(#""base":1,"patch":{}"#, revision: 2)).isEmpty)
    }

    // MARK: Coming back

    @Test mutating func `each subscription comes back where it was`() throws {
        try follow()
        _ = try told(update(Self.state, revision: 3))
        try expect(told(Self.synced(1, 7)), is: [.synced(0, all: false)])
        try expect(told(Self.synced(2, 5)), is: [.synced(1, all: true)])
        let lost = HubClientError.closed(path: Self.path, reason: nil)
        expect(when(.disconnected(lost)), is: [.tell(.interrupted(lost))])
        now = try #require(machine.nextDeadline)
        expect(when(.woke), is: [.connect])
        expect(
            Self.sinces(when(.connected)),
            is: [
                ["epoch": "a", "revision": 7], ["epoch": "a", "revision": 5],
            ])
    }

    @Test mutating func `a record that comes twice is told once, until the hub begins anew`() throws
    {
        try follow()
        let line = update(Self.state, revision: 3)
        try expect(told(line).count, is: 1)
        try reconnect()
        try follow(recovered: #","recovered":true"#)
        #expect(try told(line).isEmpty)
        try reconnect()
        try follow(recovered: #","recovered":false"#)
        try expect(told(line).count, is: 1)
    }

    @Test mutating func `the hub's last error is the reason of the end that follows`() throws {
        try follow()
        _ = try told(#"{"id":null,"error":{"code":-32004,"message":"stalled"}}"#)
        expect(
            when(.disconnected(.closed(path: Self.path, reason: nil))),
            is: [
                .tell(.interrupted(.closed(path: Self.path, reason: "stalled")))
            ])
    }
}
