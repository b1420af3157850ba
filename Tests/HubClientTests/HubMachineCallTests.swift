import Expectations
import HubClient
import NowPlaying
import Testing

/// Calls, subscriptions that come and go, and hubs that say nothing.
struct HubMachineCallTests {
    private static let path = "/run/nphub.sock"
    private static let lost = HubClientError.closed(path: path, reason: nil)
    private static let play = HubCall.command(SessionAction(.play), to: "car")
    private static let stations = HubSubscription(HubQuery(.line))

    private var machine: HubMachine
    private var now = Instant(milliseconds: 0)

    init() {
        machine = HubMachine(Self.settings(checkTime: nil), path: Self.path)
    }

    private static func settings(checkTime: Interval?) -> HubMachine.Settings {
        var settings = HubMachine.Settings([])
        settings.checkTime = checkTime
        settings.endsWhenRefused = false
        return settings
    }

    private mutating func when(_ event: HubMachine.Event) -> [HubMachine.Action] {
        var actions: [HubMachine.Action] = []
        machine.apply(event, at: now, into: &actions)
        return actions
    }

    private mutating func told(_ line: String) throws -> [HubMachine.Action] {
        when(.received(try HubMessage(line.utf8)))
    }

    private static func sent(
        _ id: Int, _ method: String, _ parameters: [String: JSONTree]
    ) -> HubMachine.Action {
        .send(HubRequest(id: id, method, parameters).line)
    }

    // MARK: Calls

    @Test mutating func `a call that comes before the connection is sent with it`() throws {
        expect(when(.started), is: [.connect])
        #expect(when(.called(Self.play, as: 7)).isEmpty)
        expect(
            when(.connected), is: [Self.sent(1, "command", ["action": "play", "session": "car"])])
        try expect(
            told(#"{"id":1,"result":{"revision":4,"then":"pop"}}"#),
            is: [.tell(.answered(7, .success(["revision": 4, "then": "pop"])))])
    }

    @Test mutating func `a call while there is no hub fails at once with the reason`() {
        _ = when(.started)
        _ = when(.disconnected(Self.lost))
        expect(
            when(.called(Self.play, as: 1)), is: [.tell(.answered(1, .failure(Self.lost)))])
    }

    @Test mutating func `a call that the end of the connection overtakes fails with its reason`() {
        _ = when(.started)
        _ = when(.connected)
        _ = when(.called(Self.play, as: 1))
        expect(
            when(.disconnected(Self.lost)),
            is: [
                .tell(.answered(1, .failure(Self.lost))), .tell(.interrupted(Self.lost)),
            ])
    }

    @Test mutating func `a call that is refused tells why, and nothing else ends`() throws {
        _ = when(.started)
        _ = when(.connected)
        _ = when(.called(Self.play, as: 1))
        let refusal = HubRefusal(code: -32_005, message: "Nothing to play")
        try expect(
            told(#"{"id":1,"error":{"code":-32005,"message":"Nothing to play"}}"#),
            is: [.tell(.answered(1, .failure(.refused(refusal))))])
        #expect(machine.nextDeadline == nil)
    }

    @Test mutating func `a call that is not answered fails in time`() throws {
        _ = when(.started)
        _ = when(.connected)
        _ = when(.called(Self.play, as: 1))
        now = try #require(machine.nextDeadline)
        expect(now.milliseconds, is: HubMachine.answerTime.milliseconds)
        expect(
            when(.woke),
            is: [.tell(.answered(1, .failure(.silent(path: Self.path, seconds: 10))))])
        #expect(machine.nextDeadline == nil)
    }

    // MARK: Subscriptions

    @Test mutating func `subscriptions come and go on a connection that stands`() throws {
        _ = when(.started)
        _ = when(.connected)
        expect(
            when(.followed(Self.stations, as: 5)),
            is: [Self.sent(1, "subscribe", ["view": "line"])])
        _ = try told(#"{"id":1,"result":{"subscription":3,"epoch":"a"}}"#)
        expect(when(.unfollowed(5)), is: [Self.sent(2, "unsubscribe", ["subscription": 3])])
    }

    @Test mutating func `one that goes before the hub has answered ends when it has`() throws {
        _ = when(.started)
        _ = when(.connected)
        _ = when(.followed(Self.stations, as: 5))
        #expect(when(.unfollowed(5)).isEmpty)
        try expect(
            told(#"{"id":1,"result":{"subscription":3,"epoch":"a"}}"#),
            is: [Self.sent(2, "unsubscribe", ["subscription": 3])])
    }

    @Test mutating func `one that is refused ends alone`() throws {
        _ = when(.started)
        _ = when(.followed(Self.stations, as: 1))
        _ = when(.followed(Self.stations, as: 2))
        _ = when(.connected)
        try expect(
            told(#"{"id":1,"error":{"code":-32001,"message":"No such station"}}"#),
            is: [.tell(.refused(1, HubRefusal(code: -32_001, message: "No such station")))])
        _ = try told(#"{"id":2,"result":{"subscription":1,"epoch":"a"}}"#)
        try expect(
            told(#"{"method":"synced","params":{"subscription":1,"resume":2}}"#),
            is: [.tell(.synced(2, all: true))])
    }

    // MARK: Silence

    @Test mutating func `the hub's clock is told as of the middle of the question's way`() throws {
        machine = HubMachine(Self.settings(checkTime: .seconds(60)), path: Self.path)
        _ = when(.started)
        expect(when(.connected), is: [Self.sent(1, "hello", [:])])
        now = Instant(milliseconds: 400)
        try expect(
            told(#"{"id":1,"result":{"time":1700000000.5}}"#),
            is: [
                .tell(
                    .told(
                        time: Timestamp(milliseconds: 1_700_000_000_500),
                        at: Instant(milliseconds: 200)))
            ])
    }

    @Test mutating func `a hub that is silent is asked, and left when it does not answer`() throws {
        machine = HubMachine(Self.settings(checkTime: .seconds(60)), path: Self.path)
        _ = when(.started)
        _ = when(.connected)
        _ = try told(#"{"id":1,"result":{"time":1700000000}}"#)
        now = try #require(machine.nextDeadline)
        expect(now.milliseconds, is: 60_000)
        expect(when(.woke), is: [Self.sent(2, "hello", [:])])
        now = try #require(machine.nextDeadline)
        expect(now.milliseconds, is: 70_000)
        let silent = HubClientError.silent(path: Self.path, seconds: 10)
        expect(when(.woke), is: [.disconnect, .tell(.interrupted(silent))])
    }

    @Test mutating func `whatever a hub says shows that it is there`() throws {
        machine = HubMachine(Self.settings(checkTime: .seconds(60)), path: Self.path)
        _ = when(.started)
        _ = when(.connected)
        _ = try told(#"{"id":1,"result":{"time":1700000000}}"#)
        now = Instant(milliseconds: 50_000)
        _ = try told(#"{"method":"later","params":{}}"#)
        expect(machine.nextDeadline?.milliseconds, is: 110_000)
    }
}
