import NowPlaying
import Testing

@testable import StationSimulator

struct EngineIOTests {
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
        #expect(!EngineIOSession.Revision.three.accepts(query))
    }

    @Test func `with revision 3 the client is in the namespace at once and has to ping`() {
        var generator = SeededGenerator(seed: 1)
        var session = EngineIOSession(.three)
        let opened = session.opened(using: &generator, haste: 1)
        #expect(
            texts(opened).first?.contains(#""pingInterval":25000,"pingTimeout":60000}"#) == true)
        #expect(texts(opened).last == "40" && wake(opened) == .seconds(85))
        let (_, ponged) = session.received(Array("2probe".utf8), using: &generator)
        #expect(texts(ponged) == ["3probe"] && wake(ponged) == .seconds(85))
        #expect(session.woken() == [.abort])
    }

    @Test(arguments: [
        (#"42["getState",""]"#, EngineIOSession.Outcome.event("getState")),
        (#"4217["getState"]"#, .event("getState")), ("42nonsense", .nothing),
        ("nonsense", .violation), ("", .violation), ("3", .violation),
    ])
    func `an event has a name, with or without a number`(
        message: String, outcome: EngineIOSession.Outcome
    ) {
        var generator = SeededGenerator(seed: 1)
        var session = EngineIOSession(.three)
        _ = session.opened(using: &generator, haste: 1)
        #expect(session.received(Array(message.utf8), using: &generator).0 == outcome)
    }

    @Test func `with revision 4 events of the client are understood once it is connected`() {
        var generator = SeededGenerator(seed: 1)
        var session = EngineIOSession(.four)
        let opened = session.opened(using: &generator, haste: 10)
        #expect(texts(opened).first?.contains(#""pingInterval":2500,"#) == true)
        let event = Array(#"42["status"]"#.utf8)
        var early = session
        #expect(early.received(event, using: &generator).0 == .violation)
        _ = session.received(Array("40".utf8), using: &generator)
        #expect(session.received(event, using: &generator).0 == .event("status"))
    }
}
