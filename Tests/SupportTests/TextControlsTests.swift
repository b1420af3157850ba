import Expectations
import Support
import Testing

struct TextControlsTests {
    /// Each kind of control between two letters.
    private static let controls: [Unicode.Scalar] = [
        "\0", "\u{7}", "\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{200B}", "\u{2028}",
        "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{FEFF}",
        "\u{FFF9}",
    ]

    @Test(arguments: controls)
    func `no control is left in a text, nor on a terminal`(control: Unicode.Scalar) {
        let text = "a\(control)b"
        for clean in [text.withoutControls, text.quotable, text.escapingControls()] {
            let left = clean.unicodeScalars.filter { $0.isTextControl }
            #expect(left.isEmpty)
            expect(clean.first, is: "a")
            expect(clean.last, is: "b")
        }
    }

    @Test(arguments: ["", "plain", "Ürün – 夜明け", "👩‍👧 می‌خواهم", "\u{200E}שלום\u{200E}"])
    func `a text without controls stays as it is`(text: String) {
        expect(text.withoutControls, is: text)
        expect(text.quotable, is: text)
        expect(text.escapingControls(), is: text)
    }

    @Test func `a space stands for what breaks a line, nothing for what has no width`() {
        expect("a\nb\u{9B}c\u{202E}d\u{2028}e".withoutControls, is: "a b cd e")
    }

    @Test func `escapes are those of JSON, and what is kept stays`() {
        let text = "{\u{9B}\t\u{202E}\u{1}}\r\n"
        expect(text.escapingControls(), is: #"{\u009b\t\u202e\u0001}\r\n"#)
        expect(text.escapingControls(keeping: "\n"), is: #"{\u009b\t\u202e\u0001}\r"# + "\n")
    }

    @Test func `a long text is cut`() {
        let long = String(repeating: "ä", count: 121)
        expect(long.quotable, is: String(repeating: "ä", count: 120) + "…")
        expect(String(repeating: "ä", count: 120).quotable.last, is: "ä")
        expect("abcd".quotable(2), is: "ab…")
    }
}
