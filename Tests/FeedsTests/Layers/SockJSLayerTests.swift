import Expectations
import Testing

@testable import Feeds

struct SockJSLayerTests {
    @Test func `it is ready when the server opens, once`() {
        var talk = LayerTalk(SockJSLayer())
        expect(talk.open(), is: [])
        expect(talk.receive("o"), is: ["accepted", "ready"])
        expect(talk.receive("o"), is: [])
        expect(talk.open(), is: [])
        expect(talk.receive("o"), is: ["accepted", "ready"])
    }

    @Test func `a frame holds texts, which are messages`() {
        var talk = LayerTalk.opened(SockJSLayer(), "o")
        expect(
            talk.receive(#"a["{\"a\":1}","msg,11,x"]"#),
            is: [#"message {"a":1}"#, "message msg,11,x"])
        expect(talk.receive(#"m"one""#), is: ["message one"])
        expect(talk.receive("h"), is: [])
        expect(talk.receive("a[]"), is: [])
    }

    @Test func `a message goes out as a list of one text`() {
        var talk = LayerTalk.opened(SockJSLayer(), "o")
        expect(talk.send(#"{"a":"b"}"#), is: [#"send ["{\"a\":\"b\"}"]"#])
        expect(talk.send("sub,11", isJSON: false), is: [#"send ["sub,11"]"#])
    }

    @Test func `the server's close says why and leads to another try`() {
        var talk = LayerTalk.opened(SockJSLayer(), "o")
        expect(talk.receive(#"c[3000,"Go away!"]"#), is: ["disconnect 3000 backoff"])
        expect(talk.receive("c[]"), is: ["disconnect 0 backoff"])
    }

    @Test(arguments: [
        ("", "unexpectedShape"), ("x", "unexpectedShape"), ("oo", "unexpectedShape"),
        ("hh", "unexpectedShape"), ("a", "notJSON"), ("a[", "notJSON"),
        ("a{}", "unexpectedShape"), ("a[1]", "unexpectedShape"), ("c", "notJSON"),
        ("{}", "unexpectedShape"),
    ])
    func `what is not a frame is rejected`(text: String, code: String) {
        var talk = LayerTalk.opened(SockJSLayer(), "o")
        expect(talk.receive(text), is: ["rejected \(code)"])
    }

    @Test func `a frame full of tiny messages is cut off`() {
        var talk = LayerTalk.opened(SockJSLayer(), "o")
        let texts = Array(repeating: "\"1\"", count: 1_100).joined(separator: ",")
        let told = talk.receive("a[\(texts)]")
        expect(told.count, is: 1_025)
        expect(told.last, is: "rejected tooManyMessages")
    }
}
