import Expectations
import Testing
import Protocols

@Suite struct WebSocketURLTests {
    @Test(
        arguments: [
            ("ws://radio.example", "radio.example", 80, "/", "radio.example"),
            ("wss://radio.example/", "radio.example", 443, "/", "radio.example"),
            (
                "WSS://Radio.Example:8443/a/b?c=d", "radio.example", 8443, "/a/b?c=d",
                "radio.example:8443"
            ),
            ("ws://h:443/", "h", 443, "/", "h:443"),
            ("wss://h:80/", "h", 80, "/", "h:80"),
            ("ws://h:00080/", "h", 80, "/", "h"),
            ("ws://h?x=1", "h", 80, "/?x=1", "h"),
            ("ws://127.0.0.1:9/x", "127.0.0.1", 9, "/x", "127.0.0.1:9"),
            ("ws://[::1]/", "::1", 80, "/", "[::1]"),
            ("wss://[2001:DB8::1]:444", "2001:db8::1", 444, "/", "[2001:db8::1]:444"),
            ("ws://h_1.example/", "h_1.example", 80, "/", "h_1.example"),
            (
                "ws://Bücher.Example:81/", "xn--bcher-kva.example", 81, "/",
                "xn--bcher-kva.example:81"
            ),
            ("ws://bu\u{308}cher.local/", "xn--bcher-kva.local", 80, "/", "xn--bcher-kva.local"),
            ("ws://faß.example/", "xn--fa-hia.example", 80, "/", "xn--fa-hia.example"),
            ("ws://電台。example/", "xn--kpr137m.example", 80, "/", "xn--kpr137m.example"),
            ("ws://h/Übung?q=„a“", "h", 80, "/%C3%9Cbung?q=%E2%80%9Ea%E2%80%9C", "h"),
            ("ws://h/a%2Fb%20c", "h", 80, "/a%2Fb%20c", "h"),
            ("ws://h/{\"a\"|b\\}", "h", 80, "/%7B%22a%22%7Cb%5C%7D", "h"),
            ("ws://h/?a=b@c:d/e?f&g", "h", 80, "/?a=b@c:d/e?f&g", "h"),
            ("ws://h//a/../b", "h", 80, "//a/../b", "h"),
        ] as [(String, String, Int, String, String)])
    func `an address is taken apart`(
        text: String, host: String, port: Int, target: String, authority: String
    ) throws {
        let url = try WebSocketURL(text)
        expect(url.host, is: host)
        expect(Int(url.port), is: port)
        expect(url.target, is: target)
        expect(url.authority, is: authority)
    }

    @Test func `an address knows its scheme and whether its host is an address`() throws {
        #expect(try WebSocketURL("wss://h/").isSecure)
        #expect(try !WebSocketURL("ws://h/").isSecure)
        #expect(try WebSocketURL("ws://10.0.0.1/").hostIsAddress)
        #expect(try WebSocketURL("ws://[::1]/").hostIsAddress)
        #expect(try !WebSocketURL("ws://h.example/").hostIsAddress)
    }

    @Test func `an address is written in one way`() throws {
        let url = try WebSocketURL("WSS://Radio.Example:443?a=ü")
        expect(url.description, is: "wss://radio.example/?a=%C3%BC")
        try expect(WebSocketURL(url.description), is: url)
    }

    @Test(
        arguments: [
            ("", .noScheme),
            ("radio.example/live", .noScheme),
            ("ws:radio.example", .noScheme),
            ("http://h/", .unknownScheme("http")),
            ("://h/", .unknownScheme("")),
            ("ws://", .emptyHost),
            ("ws:///path", .emptyHost),
            ("ws://:80/", .emptyHost),
            ("ws://h/#top", .fragment),
            ("ws://h/#\u{301}", .fragment),
            ("ws://user:secret@h/", .userInformation),
            ("ws://h/a b", .forbiddenScalar(" ")),
            ("ws://h/\r\nX: y", .forbiddenScalar("\r")),
            ("ws://h/\u{0}", .forbiddenScalar("\u{0}")),
            ("ws://h/\u{85}", .forbiddenScalar("\u{85}")),
            ("ws://h/\u{2028}", .forbiddenScalar("\u{2028}")),
            ("ws://h:/", .invalidPort("")),
            ("ws://h:0/", .invalidPort("0")),
            ("ws://h:65536/", .invalidPort("65536")),
            ("ws://h:+80/", .invalidPort("+80")),
            ("ws://h:8x/", .invalidPort("8x")),
            ("ws://h:٨٠/", .invalidPort("٨٠")),
            ("ws://a..b/", .invalidHost("a..b")),
            ("ws://a./", .invalidHost("a.")),
            ("ws://-a/", .invalidHost("-a")),
            ("ws://a%41/", .invalidHost("a%41")),
            ("ws://\u{200D}a.example/", .invalidHost("\u{200D}a.example")),
            ("ws://ü\u{FFFD}.example/", .invalidHost("ü\u{FFFD}.example")),
            ("ws://256.1.1.1/", .invalidHost("256.1.1.1")),
            ("ws://127.1/", .invalidHost("127.1")),
            ("ws://[::1/", .invalidHost("[::1")),
            ("ws://[]/", .invalidHost("[]")),
            ("ws://[::1]x/", .invalidHost("[::1]x")),
            ("ws://[fe80::1%25eth0]/", .invalidHost("[fe80::1%25eth0]")),
            ("ws://[127.0.0.1]/", .invalidHost("[127.0.0.1]")),
            ("ws://h/%", .invalidEscape),
            ("ws://h/%4", .invalidEscape),
            ("ws://h/%zz", .invalidEscape),
        ] as [(String, WebSocketURLError)])
    func `what is not an address is refused with what is wrong`(
        text: String, error: WebSocketURLError
    ) {
        #expect(throws: error) { try WebSocketURL(text) }
        #expect(!error.description.contains("secret"))
    }

    @Test func `labels and names have their lengths`() {
        let label = String(repeating: "a", count: 63)
        #expect(throws: Never.self) { try WebSocketURL("ws://\(label).example/") }
        #expect(throws: WebSocketURLError.self) { try WebSocketURL("ws://\(label)a.example/") }
        let name = [label, label, label, label].joined(separator: ".")
        #expect(throws: WebSocketURLError.self) { try WebSocketURL("ws://\(name)/") }
    }

    @Test(
        arguments: [
            ("hifi", "hifi", nil), ("Hifi.local:6680", "hifi.local", 6680),
            ("192.168.1.5:3000", "192.168.1.5", 3000), ("::1", "[::1]", nil),
            ("[::1]", "[::1]", nil), ("[2001:DB8::1]:8123", "[2001:db8::1]", 8123),
            ("bücher.local:80", "xn--bcher-kva.local", 80),
        ] as [(String, String, UInt16?)])
    func `a host may have a port, and an IPv6 address may be without brackets`(
        text: String, host: String, port: UInt16?
    ) throws {
        let authority = try Authority(text)
        expect(authority.hostInURL, is: host)
        expect(authority.port, is: port)
    }

    @Test(arguments: [
        "", ":80", "http://hifi", "hifi/", "hifi/live", "hifi?a", "me@hifi", "a b", "hifi:",
        "hifi:0",
        "hifi:80:80", "[::1", "::1:8123:x", "::1]", "[hifi]", "hifi\0", "::1\0", "[::1\0]", "%41",
        "{host}", "hifi#",
    ])
    func `what is not a host is refused`(text: String) {
        #expect(throws: WebSocketURLError.self) { try Authority(text) }
    }
}
