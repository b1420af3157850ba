import Expectations
import Testing
import Protocols

@Suite struct WebSocketRequestTests {
    private let url: WebSocketURL

    init() throws {
        url = try WebSocketURL("wss://radio.example:8443/live?a=1")
    }

    @Test func `the handshake asks in the words of the RFC`() throws {
        let request = try WebSocketRequest(
            url: url, fields: [HeaderField(name: "Origin", value: "https://radio.example")],
            subprotocols: ["v2", "v1"])
        var client = WebSocketClient(request: request)
        var generator = ScriptedGenerator(seed: 1, after: Dialogue.nonce)
        let expected = [
            "GET /live?a=1 HTTP/1.1", "Host: radio.example:8443", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: \(Dialogue.key)",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: v2, v1",
            "Origin: https://radio.example", "", "",
        ]
        let bytes = client.open(using: &generator)
        expect(String(decoding: bytes, as: UTF8.self), is: expected.joined(separator: "\r\n"))
    }

    @Test func `every handshake has a key of its own`() throws {
        var generator = ScriptedGenerator(seed: 1)
        let request = try WebSocketRequest(url: url)
        var (first, second) = (WebSocketClient(request: request), WebSocketClient(request: request))
        #expect(first.open(using: &generator) != second.open(using: &generator))
    }

    @Test(
        arguments: [
            (HeaderField(name: "X", value: "a\r\nY: b"), .invalidFieldValue(name: "X")),
            (HeaderField(name: "X", value: "a\nb"), .invalidFieldValue(name: "X")),
            (HeaderField(name: "X", value: "a\rb"), .invalidFieldValue(name: "X")),
            (HeaderField(name: "X", value: "a\u{0}"), .invalidFieldValue(name: "X")),
            (HeaderField(name: "X", value: "a\u{7F}"), .invalidFieldValue(name: "X")),
            (HeaderField(name: "", value: "a"), .invalidFieldName("")),
            (HeaderField(name: "X Y", value: "a"), .invalidFieldName("X Y")),
            (HeaderField(name: "X:", value: "a"), .invalidFieldName("X:")),
            (HeaderField(name: "X\r\n", value: "a"), .invalidFieldName("X\r\n")),
            (HeaderField(name: "HOST", value: "a"), .reservedField("HOST")),
            (HeaderField(name: "connection", value: "close"), .reservedField("connection")),
            (HeaderField(name: "Content-Length", value: "5"), .reservedField("Content-Length")),
            (
                HeaderField(name: "Sec-WebSocket-Extensions", value: "permessage-deflate"),
                .reservedField("Sec-WebSocket-Extensions")
            ),
        ] as [(HeaderField, WebSocketRequestError)])
    func `a field that would spoil the request is refused`(
        field: HeaderField, error: WebSocketRequestError
    ) {
        #expect(throws: error) { try WebSocketRequest(url: url, fields: [field]) }
    }

    @Test func `tabs and letters beyond ASCII may stand in values`() throws {
        let field = HeaderField(name: "X-Name", value: "Größe\tzwei")
        #expect(throws: Never.self) { try WebSocketRequest(url: url, fields: [field]) }
    }

    @Test(
        arguments: [
            ([""], .invalidSubprotocol("")), (["a b"], .invalidSubprotocol("a b")),
            (["a", "b,c"], .invalidSubprotocol("b,c")),
            (["a", "b", "a"], .repeatedSubprotocol("a")),
        ] as [([String], WebSocketRequestError)])
    func `subprotocols are distinct tokens`(names: [String], error: WebSocketRequestError) {
        #expect(throws: error) { try WebSocketRequest(url: url, subprotocols: names) }
    }
}
