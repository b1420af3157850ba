import HubRuntime
import Testing

struct LineSplitterTests {
    private typealias Piece = LineSplitter.Piece

    @Test(arguments: [1, 2, 3, 64])
    func `lines are the same however the bytes are cut`(size: Int) {
        let bytes = Array("one\n\ntwo, longer\nthree".utf8)
        var splitter = LineSplitter(limit: 11)
        var pieces: [LineSplitter.Piece] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            pieces += splitter.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(pieces == [line("one"), line(""), line("two, longer")])
        #expect(splitter.finish().map(Array.init) == Array("three".utf8))
        #expect(splitter.finish() == nil)
    }

    @Test func `a line of exactly the limit is taken`() {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.take(Array("abc\n".utf8)) == [line("abc")])
    }

    @Test(arguments: ["ok\nabcd\nlost\n", "ok\nabcd"])
    func `after a line that is too long nothing is read`(text: String) {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.take(Array(text.utf8)) == [line("ok"), .tooLong])
        #expect(splitter.take(Array("more\n".utf8)).isEmpty)
        #expect(splitter.finish() == nil)
    }

    @Test func `a long line that comes in pieces is refused before its end`() {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.take(Array("ab".utf8)).isEmpty)
        #expect(splitter.take(Array("cd".utf8)) == [.tooLong])
    }

    private func line(_ text: String) -> LineSplitter.Piece { .line(Array(text.utf8)[...]) }
}
