import Expectations
import Testing

@testable import Feeds

struct WebAddressTests {
    @Test(
        arguments: [
            ("https://a.example/x.jpg", "https://a.example/x.jpg"),
            ("https://A.example/x", "https://a.example/x"), ("http://1.2.3.4/", "http://1.2.3.4/"),
            ("https:///", nil), ("https://.", "https://."),
            ("http://a.example:1/x~_", "http://a.example:1/x~_"),
            ("HTTP://A.Example:8000/X", "http://a.example:8000/X"),
            ("https://a.example", "https://a.example"),
            (" https://a.example/ \n", "https://a.example/"),
            ("https://a.example?x=1#y", "https://a.example/?x=1#y"),
            ("https://a.example/a b.jpg", "https://a.example/a%20b.jpg"),
            ("https://a.example/きゃ.jpg", "https://a.example/%E3%81%8D%E3%82%83.jpg"),
            ("https://a.example/100%25", "https://a.example/100%25"),
            ("https://a.example/<\"x\">", "https://a.example/%3C%22x%22%3E"),
            ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
            ("/x.jpg", "https://b.example/x.jpg"), ("x.jpg", "https://b.example/api/live/x.jpg"),
            ("../x.jpg?a=../b", "https://b.example/api/x.jpg?a=../b"),
            ("../../../../x", "https://b.example/x"), ("./", "https://b.example/api/live/"),
            ("?x", "https://b.example/api/live/now?x"),
            ("#x", "https://b.example/api/live/now?q#x"),
            ("//c.example/x", "https://c.example/x"), ("", nil), ("  ", nil),
            ("javascript:alert(1)", nil), ("data:image/png;base64,AAAA", nil),
            ("ftp://a.example/x", nil),
            ("https:/x", nil), ("https:x", nil), ("https://", nil), ("https:///x", nil),
            ("https://user:secret@a.example/x", nil), ("https://a b.example/x", nil),
            ("https://münchen.example/x", nil), ("https://a.example/\u{0}x", nil),
            ("https://a.example/x\ny", nil), ("https://:80/", nil),
        ] as [(String, String?)])
    func `addresses are made absolute and safe, or are none`(raw: String, expected: String?) {
        let base = WebAddress(base: "wss://b.example/api/live/now?q#f")
        expect(WebAddress.text(raw, relativeTo: base), is: expected)
        expect(WebAddress(raw, relativeTo: base)?.text, is: expected)
    }

    @Test func `without a base only whole addresses are some`() {
        expect(WebAddress("/x", relativeTo: nil), is: nil)
        expect(WebAddress("//a.example/x", relativeTo: nil)?.text, is: "https://a.example/x")
        expect(WebAddress(base: "ws://a.example")?.text, is: "http://a.example")
        expect(WebAddress(base: "nonsense"), is: nil)
        let base = WebAddress(base: "https://a.example")
        expect(WebAddress("x", relativeTo: base)?.text, is: "https://a.example/x")
    }

    @Test func `an address is short`() {
        let path = { String(repeating: "x", count: $0 - 18) }
        #expect(WebAddress("https://a.example/" + path(2_048), relativeTo: nil) != nil)
        expect(WebAddress("https://a.example/" + path(2_049), relativeTo: nil), is: nil)
        let encoded = "https://a.example/" + String(repeating: "é", count: 500)
        expect(WebAddress(encoded, relativeTo: nil), is: nil)
    }
}
