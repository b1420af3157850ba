import Expectations
import Support
import Testing

struct LineReaderTests {
    private static func lines(_ pieces: [String], limit: Int = 10) -> [String] {
        var lines = LineReader(limit: limit)
        return pieces.flatMap { lines.receive(Array($0.utf8)) }.map { line in
            switch line {
            case .line(let bytes): String(decoding: bytes, as: UTF8.self)
            case .tooLong: "too long"
            }
        }
    }

    @Test(
        arguments: [
            (["a\n"], ["a"]), (["a\nb\n"], ["a", "b"]), (["a", "b", "\n"], ["ab"]),
            (["a\nb", "c\nd"], ["a", "bc"]), (["\n\na\n"], ["", "", "a"]), ([""], []),
            (["a\r\n"], ["a\r"]), (["é", "\n"], ["é"]),
        ])
    func `bytes are cut at line ends, wherever they were cut before`(
        pieces: [String], expected: [String]
    ) {
        expect(Self.lines(pieces), is: expected)
    }

    @Test(
        arguments: [
            (["1234567890\n"], ["1234567890"]), (["1234567890", "\n"], ["1234567890"]),
            (["12345678901\n"], ["too long"]), (["12345678901"], ["too long"]),
            (["12345", "678901"], ["too long"]), (["12345", "678901\n"], ["too long"]),
            (["a\n12345678901\nb\n"], ["a", "too long"]),
            (["12345678901", "\na\n"], ["too long"]),
        ])
    func `a line that is too long is the last`(pieces: [String], expected: [String]) {
        expect(Self.lines(pieces), is: expected)
    }

    @Test func `what stands after the last line is given at the end, once`() {
        var lines = LineReader(limit: 10)
        expect(lines.receive(Array("a\nrest".utf8)), is: [.line(Array("a".utf8)[...])])
        expect(lines.finish().map(Array.init), is: Array("rest".utf8))
        expect(lines.finish(), is: nil)
    }

    @Test(arguments: [("", true), (" \t\r", true), (" a", false)])
    func `a line of white space says nothing`(text: String, isBlank: Bool) {
        expect(Array(text.utf8)[...].isBlank, is: isBlank)
    }
}
