import NowPlaying
import Testing

@testable import StationSimulator

struct EngineIOTests {
    private func make(
        _ revision: EngineIOSession.Revision, query: String? = nil
    ) -> SocketIOSession? {
        let query = query ?? "EIO=\(revision.rawValue)&transport=websocket"
        return SocketIOSession(revision, query: query, identity: 1)
    }

    private func texts(_ actions: [SessionAction]) -> [String] {
        actions.compactMap {
            if case .send(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    private func wake(_ actions: [SessionAction]) -> Interval? {
        for case .wake(let delay) in actions { return delay }
        return nil
    }

    @Test(arguments: ["", "EIO=3", "EIO=3&transport=polling", "EIO=4&transport=websocket"])
    func `another revision or transport is refused`(query: String) {
        #expect(make(.three, query: query) == nil)
    }

    @Test func `with revision 3 the client is in the namespace at once and has to ping`() throws {
        var session = try #require(make(.three))
        let opened = session.opened()
        #expect(
            texts(opened) == [
                #"0{"sid":"0000000000000001ffff","upgrades":[],"pingInterval":25000,"pingTimeout":60000}"#,
                "40",
            ])
        #expect(wake(opened) == .seconds(85))
        let ponged = session.received(Array("2".utf8)).actions
        #expect(texts(ponged) == ["3"] && wake(ponged) == .seconds(85))
        #expect(session.woken() == [.close(code: 1000, reason: "")])
    }

    @Test func `with revision 4 the client asks for the namespace and has to answer pings`() throws
    {
        var session = try #require(make(.four))
        let opened = session.opened()
        #expect(texts(opened).count == 1 && wake(opened) == .seconds(25))
        #expect(session.received(Array(#"42["x"]"#.utf8)).event == nil)
        let joined = session.received(Array("40".utf8))
        #expect(joined.hasJoined)
        #expect(texts(joined.actions) == [#"40{"sid":"0000000000000001ffff"}"#])
        let pinged = session.woken()
        #expect(texts(pinged) == ["2"] && wake(pinged) == .seconds(20))
        #expect(wake(session.received(Array("3".utf8)).actions) == .seconds(25))
        #expect(texts(session.woken()) == ["2"])
        #expect(session.woken() == [.close(code: 1000, reason: "")])
    }

    @Test func `an event has a name and an argument, with or without a number`() throws {
        var session = try #require(make(.three))
        _ = session.opened()
        let plain = session.received(Array(#"42["getState",""]"#.utf8)).event
        #expect(plain == .init(name: "getState", argument: Array(#""""#.utf8)))
        let numbered = session.received(Array(#"4217["getState"]"#.utf8)).event
        #expect(numbered == .init(name: "getState", argument: nil))
        #expect(session.received(Array("42nonsense".utf8)).event == nil)
    }

    @Test(arguments: ["1", "nonsense", ""])
    func `what is no packet, or the packet of the end, ends it`(packet: String) throws {
        var session = try #require(make(.three))
        _ = session.opened()
        let actions = session.received(Array(packet.utf8)).actions
        #expect(actions == [.close(code: 1000, reason: "")])
    }
}
