import Expectations
import Foundation
import HubClient
import NowPlaying
import Testing

/// Lines from the hub, as a client reads them.
struct HubMessageTests {
    @Test func `a line that is too long is not decoded`() {
        let line = Array(#"{"method":"x"}"#.utf8)
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: HubMessage.lengthMax - line.count)
        #expect(throws: Never.self) { try HubMessage(blank + line) }
        #expect(throws: DecodingError.self) { try HubMessage(blank + line + [10]) }
    }

    private func read(_ text: String) throws -> HubMessage { try HubMessage(text.utf8) }

    private func state(_ document: String) throws -> NowPlaying? {
        try? JSONDecoder().decode(NowPlaying.self, from: Data(document.utf8))
    }

    @Test func `an answer is for the call with its number`() throws {
        try expect(
            read(#"{"jsonrpc":"2.0","id":3,"result":{"x":1}}"#),
            is: .answer(call: 3, .success(["x": 1])))
    }

    @Test func `a refusal keeps the hub's words`() throws {
        let refusal = HubRefusal(code: -32_001, message: "no station x")
        try expect(
            read(#"{"id":3,"error":{"code":-32001,"message":"no station x","data":{}}}"#),
            is: .answer(call: 3, .failure(refusal)))
        #expect(refusal.isMistake && !refusal.isPassing)
    }

    @Test func `an error that answers no call is one of the connection`() throws {
        let text = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"flood"}}"#
        try expect(read(text), is: .error(HubRefusal(code: -32_004, message: "flood")))
    }

    @Test func `a notification of a later hub is known by its method`() throws {
        try expect(read(#"{"method":"sing","params":[]}"#), is: .unknown(method: "sing"))
    }

    @Test(arguments: [
        "[]", "{}", "1", #"{"id":3}"#, #"{"method":"update"}"#, #"{"id":3,"error":{}}"#,
        #"{"id":"3","result":{}}"#, #"{"method":"update","params":{"resume":9}}"#,
        #"{"method":"synced","params":{"subscription":"1","resume":9}}"#, "{", "",
    ])
    func `what is not a message is refused`(text: String) {
        #expect(throws: (any Error).self) { try read(text) }
    }

    @Test func `only as much of a record is read as is asked for`() throws {
        let line = #"""
            {"method":"update","params":{"subscription":1,"sequence":1,"resume":9,"record":
            {"view":"nowPlaying","epoch":"a","revision":4,"station":"one","changed":["track"],
            "nowPlaying":{"station":{"id":"one","name":"ONE"},
            "connection":{"state":"live","since":1700000000}}}}}
            """#
        var record = HubRecord(
            view: "nowPlaying", epoch: "a", revision: 4, station: "one", content: .unread)
        record.changed = ["track"]
        try expect(
            HubMessage(line.utf8, reading: .heads), is: .update(subscription: 1, resume: 9, record))
        record.content = .nowPlaying(
            NowPlaying(
                station: Station(id: "one", name: "ONE"),
                connection: StationConnection(
                    state: .live, since: Timestamp(milliseconds: 1_700_000_000_000))))
        try expect(read(line), is: .update(subscription: 1, resume: 9, record))
    }

    @Test func `a part that makes no sense is absent`() throws {
        let state = try state(
            #"""
            {"station":{"id":"one","name":"ONE"},"connection":{"state":"live","since":1700000000},
            "online":"yes","track":{"title":7},"playback":{"state":"playing","rate":"fast"},
            "live":{},"programme":[],"next":7,"history":[{"title":7},{"title":"Ferry"}]}
            """#)
        let read = try #require(state)
        expect(read.online, is: nil)
        expect(read.track, is: nil)
        expect(read.playback, is: nil)
        expect(read.live, is: nil)
        expect(read.programme, is: nil)
        expect(read.next, is: nil)
        expect(read.history, is: [Box(PlayedTrack(title: "Ferry"))])
    }

    @Test func `states and kinds of a later hub read as what is safe to show`() throws {
        let state = try state(
            #"""
            {"station":{"id":"one","name":"ONE","mood":"blue"},
            "connection":{"state":"dreaming","since":1700000000},
            "track":{"id":"t","title":"Weir","kind":"jingle","album":"Low Water"},
            "playback":{"state":"scratching","rate":1,"elapsed":3,"asOf":1700000000,
            "startedAt":1699999997,"quality":"hunch"}}
            """#)
        let read = try #require(state)
        expect(read.connection.state, is: .stale)
        expect(read.playback?.state, is: .stopped)
        expect(read.playback?.position(at: Timestamp(milliseconds: 0)), is: nil)
        expect(read.track?.details.kind, is: nil)
        expect(read.track?.details.album, is: "Low Water")
    }

    @Test(arguments: [
        "{}", "[]", #"{"station":{"id":"one","name":"ONE"}}"#,
        #"{"station":{"id":1,"name":"ONE"},"connection":{"state":"live","since":1}}"#,
    ])
    func `what is not a state is none`(text: String) throws {
        try expect(state(text), is: nil)
    }
}
