import Expectations
import Support
import Testing

struct ForeignTextTests {
    /// Marks of alternating classes, which normalising has to sort.
    private let marks = String(repeating: "\u{301}\u{316}", count: 30_000)

    private func read<Result>(_ text: String, _ body: (ForeignText) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(ForeignText($0)) }
    }

    @Test func `a word is the whole text or nothing`() {
        let longest = String(repeating: "x", count: ForeignText.wordLength)
        expect(read("état", \.word), is: "état")
        expect(read("", \.word)?.isEmpty, is: true)
        expect(read(longest, \.word), is: longest)
        expect(read(longest + "x", \.word), is: nil)
    }

    @Test func `a bounded text has no longer run of marks than any language writes`() {
        expect(read("n\u{303}o", { $0.bounded(1_000) }), is: "n\u{303}o")
        expect(read(String(marks.unicodeScalars.prefix(200)), { $0.bounded(1_000) }), is: nil)
        expect(read(marks, { $0.bounded(.max) }), is: nil)
    }

    @Test func `the beginning of a readable text ends between two scalars`() {
        let text = read(String(repeating: "é🎵", count: 10_000), \.readable)
        #expect(text.utf8.count <= ForeignText.readableLength)
        #expect(text.utf8.count > ForeignText.readableLength - 4)
        #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func `long runs of marks are broken, and short ones are as they were`() {
        let short = "e" + String(repeating: "\u{301}", count: 30) + "x"
        #expect(short.isStreamSafe)
        expect(Array(short.streamSafe.utf8), is: Array(short.utf8))
        let long = "e" + String(repeating: "\u{301}", count: 31)
        #expect(!long.isStreamSafe)
        expect(long.streamSafe.unicodeScalars.filter { $0 == "\u{34F}" }.count, is: 1)
        #expect(long.streamSafe.isStreamSafe && marks.streamSafe.isStreamSafe)
        // Of the class of letters, and yet two marks each.
        #expect(!String(repeating: "\u{F73}\u{F75}", count: 20).isStreamSafe)
    }

    @Test func `a text has the bytes of a word, and not only its meaning`() {
        #expect(read("é") { $0 == "é" })
        #expect(read("e\u{301}") { $0 != "é" && $0 != String("é") })
        #expect(read("hello") { $0.isOne(of: ["hell", "hello"]) && !$0.isOne(of: ["hell"]) })
        #expect(read("hello") { $0 == "hello" && $0 != "hell" && $0 != String("helloo") })
    }

    @Test func `a quoted text is short and has no controls`() {
        expect(read("a\u{1B}[2J", \.quotable), is: "a [2J")
        #expect(read(marks, \.quotable).unicodeScalars.count <= 130)
        expect(read("abcdef") { $0.quotable(3) }, is: "abc…")
    }
}
