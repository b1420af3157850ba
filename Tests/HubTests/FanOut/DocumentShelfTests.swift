import Testing
import Views

@testable import Hub

struct DocumentShelfTests {
    private static let line = DocumentOptions(view: .line)
    private static let german = DocumentOptions(view: .line, locale: .german)

    private var shelf = DocumentShelf()

    @Test mutating func `a document of one version is made once`() {
        #expect(shelf.current(Self.line, version: 1, isBase: false) == nil)
        let placed = shelf.place([1], for: Self.line, version: 1, isBase: false)
        #expect(shelf.current(Self.line, version: 1, isBase: false)?.hash == placed.hash)
        #expect(shelf.current(Self.line, version: 2, isBase: false) == nil)
        #expect(shelf.current(Self.german, version: 1, isBase: false) == nil)
    }

    @Test mutating func `equal bytes have equal hashes, whatever their version`() {
        let hashes = [[1, 2], [1, 2], [1, 3]].enumerated().map { version, bytes in
            shelf.place(bytes, for: Self.line, version: version, isBase: false).hash
        }
        #expect(hashes[0] == hashes[1])
        #expect(hashes[1] != hashes[2])
    }

    @Test mutating func `eight past documents are kept for those who take patches`() {
        let hashes = (0..<10).map { number in
            shelf.place([number], for: Self.line, version: Int(number), isBase: true).hash
        }
        let kept = hashes.map { shelf.past(Self.line, hash: $0) != nil }
        #expect(kept == [false] + Array(repeating: true, count: 9))
        #expect(shelf.past(Self.german, hash: hashes[9]) == nil)
    }

    @Test mutating func `a document that was made for others first is a base all the same`() {
        let first = shelf.place([1], for: Self.line, version: 1, isBase: false)
        _ = shelf.current(Self.line, version: 1, isBase: true)
        _ = shelf.place([2], for: Self.line, version: 2, isBase: false)
        #expect(shelf.past(Self.line, hash: first.hash)?.bytes == [1])
    }

    @Test mutating func `a base stays one through versions in which it is the same`() {
        let first = shelf.place([1], for: Self.line, version: 1, isBase: true)
        _ = shelf.place([1], for: Self.line, version: 2, isBase: false)
        _ = shelf.place([2], for: Self.line, version: 3, isBase: false)
        #expect(shelf.past(Self.line, hash: first.hash)?.bytes == [1])
    }

    @Test mutating func `nothing past is kept where nobody takes patches`() {
        let first = shelf.place([1], for: Self.line, version: 1, isBase: false)
        _ = shelf.place([2], for: Self.line, version: 2, isBase: false)
        #expect(shelf.past(Self.line, hash: first.hash) == nil)
    }
}
