import Expectations
import JSON
import Testing

@testable import Feeds

struct CentrifugoTests {
    private func kind(of text: String) throws -> String {
        try JSONParser().parse(Array(text.utf8)) { value in
            switch CentrifugoMessage(value) {
            case .connected: "connected"
            case .publication(let channel, let publication):
                "publication \(channel.readable ?? "") \(publication.offset ?? -1)"
            case .ping: "ping"
            case .disconnected(let code, let reason): "disconnected \(code) \(reason)"
            case .unsubscribed(let channel, let code, let reason):
                "unsubscribed \(channel.readable ?? "") \(code) \(reason)"
            case .refused(let code, let reason, let isTemporary):
                "refused \(code) \(reason) \(isTemporary)"
            case .olderProtocol: "older"
            case .other: "other"
            case .unknown: "unknown"
            }
        }
    }

    @Test(arguments: [
        ("{}", "ping"), (#"{"connect":{}}"#, "connected"), (#"{"id":1,"connect":{}}"#, "connected"),
        (#"{"channel":"c","pub":{"data":1,"offset":7}}"#, "publication c 7"),
        (#"{"push":{"channel":"c","pub":{"data":1}}}"#, "publication c -1"),
        (#"{"channel":"c","pub":{"offset":"8"}}"#, "publication c 8"),
        (#"{"disconnect":{"code":3001,"reason":"shutdown"}}"#, "disconnected 3001 shutdown"),
        (#"{"push":{"disconnect":{"code":3503}}}"#, "disconnected 3503 "),
        (#"{"channel":"c","unsubscribe":{"code":2500}}"#, "unsubscribed c 2500 "),
        (#"{"channel":"c","unsubscribe":{}}"#, "unsubscribed c 0 "),
        (#"{"id":2,"error":{"code":109,"message":"m","temporary":true}}"#, "refused 109 m true"),
        (#"{"channel":"c","join":{"info":{}}}"#, "other"), (#"{"push":{"refresh":{}}}"#, "other"),
        (#"{"id":1,"result":{"client":"c","version":"2.8.2"}}"#, "older"),
        (#"{"result":{"channel":"c","data":{"data":{"title":"t"}}}}"#, "older"),
        (#"{"type":6,"data":{"client":"c","version":"3.2.3"}}"#, "older"),
        (#"{"id":1,"jsonrpc":"2.0","result":7}"#, "unknown"),
        (#"{"connect":1}"#, "unknown"), (#"{"error":"x"}"#, "unknown"), ("[]", "unknown"),
        (#"{"push":{}}"#, "unknown"), (#"{"channel":1,"pub":{}}"#, "unknown"),
    ])
    func `a message is told from the others`(text: String, expected: String) throws {
        try expect(kind(of: text), is: expected)
    }

    @Test func `a position counts within its epoch only`() {
        var position = StreamPosition()
        position.connected(toEpoch: "a")
        let first = [5, 5, 4, 9].map { position.pushed($0) }
        expect(first, is: [true, false, false, true])
        let cached = [9, 8].map { position.cached($0) }
        expect(cached, is: [true, false])
        position.connected(toEpoch: "a")
        let reconnected = position.pushed(9)
        #expect(!reconnected)
        position.connected(toEpoch: "b")
        expect(position.offset, is: nil)
        let restarted = [1, nil, 0, 1].map { position.pushed($0) }
        expect(restarted, is: [true, true, true, false])
        position.connected(toEpoch: nil)
        expect(position.offset, is: nil)
    }

    @Test func `the first frame carries positions only where they are whole`() {
        var known = StreamPosition()
        known.connected(toEpoch: "é\"")
        _ = known.pushed(3)
        var withoutEpoch = StreamPosition()
        _ = withoutEpoch.pushed(4)
        let text = CentrifugoConnectRequest.text(for: [
            ("a", known), ("b", withoutEpoch), ("c", StreamPosition()),
        ])
        expect(
            text,
            is: #"{"subs":{"a":{"recover":true,"offset":3,"epoch":"é\""},"#
                + #""b":{"recover":true},"c":{"recover":true}}}"#)
    }
}
