import Expectations
import Testing

@testable import HubClient
@testable import Shell

/// The keys that a terminal's bytes stand for.
struct ScreenKeyTests {
    private func keys(_ text: String) -> [ScreenKey] { ScreenKeyReader.keys(in: Array(text.utf8)) }

    @Test func `keys come one by one or several at once`() {
        expect(
            keys("jk1q"), is: [.character("j"), .character("k"), .character("1"), .character("q")])
        expect(
            keys("\r\n\t \u{7F}\u{8}"), is: [.enter, .enter, .tab, .space, .backspace, .backspace])
        expect(keys("\u{1B}[A\u{1B}OB\u{1B}[Cx"), is: [.up, .down, .right, .character("x")])
        expect(keys("\u{1B}[Z\u{1B}[5~\u{1B}[6~"), is: [.backTab, .pageUp, .pageDown])
        expect(keys("\u{1B}[1;5D\u{1B}[H\u{1B}[4~"), is: [.left, .home, .end])
    }

    @Test func `an escape that begins nothing is the key itself`() {
        expect(keys("\u{1B}"), is: [.escape])
        expect(keys("\u{1B}\u{1B}"), is: [.escape, .escape])
        expect(keys("\u{1B}j"), is: [.escape, .character("j")])
    }

    @Test func `what is unknown is left out whole`() {
        expect(keys("\u{1B}[15~\u{1B}[200~j"), is: [.character("j")])
        expect(keys("äあ👩‍👧j"), is: [.character("j")])
        expect(keys("\u{1B}[1;"), is: [])
        expect(
            ScreenKeyReader.keys(in: [0xFF, 0xC3, 0x80, 0x80, 0x01, 0x6A]), is: [.character("j")])
        expect(keys(""), is: [])
    }
}
