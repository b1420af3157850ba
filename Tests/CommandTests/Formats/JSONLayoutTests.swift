import Expectations
import Testing

@testable import nphub

struct JSONLayoutTests {
    private func text(_ json: String, width: Int = 30, isColoured: Bool = false) -> String {
        let layout = JSONLayout(width: width, isColoured: isColoured)
        return String(decoding: layout.text(of: Array(json.utf8)), as: UTF8.self)
    }

    @Test func `what fits stands on a line, the rest is indented`() {
        let document = #"{"a":{"b":1.5,"c":[true,null]},"title":"The Clockmaker's Apology","d":[]}"#
        expect(
            text(document, width: 40),
            is: """
                {
                  "a": {"b": 1.5, "c": [true, null]},
                  "title": "The Clockmaker's Apology",
                  "d": []
                }

                """)
        let narrow = text(document, width: 20)
        #expect(narrow.contains("    \"b\": 1.5,\n    \"c\": [\n      true,\n      null\n    ]\n"))
        expect(text(#"{"a":[1,2]}"#), is: "{\"a\": [1, 2]}\n")
        expect(text("[]"), is: "[]\n")
    }

    @Test func `wide characters count twice`() {
        expect(text(#"["春を待つ鍵","春を待"]"#, width: 24), is: "[\"春を待つ鍵\", \"春を待\"]\n")
        #expect(text(#"["春を待つ鍵","春を待"]"#, width: 23).hasPrefix("[\n  \"春"))
    }

    @Test func `keys and texts are coloured, and nothing else moves the cursor`() {
        let coloured = text(#"{"a":"x\u001b[2J\u009b"}"#, isColoured: true)
        expect(
            coloured, is: "{\u{1B}[1m\"a\"\u{1B}[0m: \u{1B}[32m\"x\\u001b[2J\\u009b\"\u{1B}[0m}\n")
    }

    @Test func `what is not JSON stays as it is`() {
        expect(text("{oops\u{1B}"), is: "{oops\\u001b")
    }
}
