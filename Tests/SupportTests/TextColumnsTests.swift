import Expectations
import Testing

@testable import Support

/// The columns that texts from anywhere take in a terminal.
struct TextColumnsTests {
    @Test(arguments: [
        ("", 0), ("Weir", 4), ("Ştrand", 6), ("e\u{301}", 1), ("夜明け", 6), ("ﾊﾝｶｸ", 4),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1),
        ("1\u{FE0F}\u{20E3}", 2), ("▶ ‖ ● ━", 7), ("שלום", 4), ("क्षि", 3), ("Οι", 2), ("7", 1),
    ])
    func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
        expect(text.columns, is: columns)
    }

    @Test(arguments: [
        ("Weir", 4, "Weir"), ("Weir", 3, "We…"), ("Weir", 1, "…"), ("Weir", 0, ""),
        ("夜明け", 5, "夜明…"), ("夜明け", 4, "夜…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `a text that is too long is cut between characters`(
        text: String, width: Int, fitted: String
    ) {
        expect(text.fitted(to: width), is: fitted)
        #expect(text.fitted(to: width).columns <= width)
    }

    @Test func `text from right to left does not turn its neighbours`() {
        expect("שלום עולם".fitted(to: 6), is: "\u{200E}שלום …\u{200E}")
        expect("שלום".fitted(to: 6).columns, is: 4)
    }

    @Test func `nothing that moves the cursor or turns the direction reaches a terminal`() {
        let hostile = "a\u{1B}[2Jb\nc\u{9B}1md\u{202E}e\u{2066}f\u{7F}\u{2028}g\u{200B}\u{FEFF}h\0"
        expect(hostile.cleanedForTerminal, is: "a [2Jb c 1mdef  gh ")
        expect("👩‍👧 می‌خواهم".cleanedForTerminal, is: "👩‍👧 می‌خواهم")
    }
}
