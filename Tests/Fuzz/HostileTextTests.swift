import Feeds
import Foundation
import Testing

/// Texts whose reading could cost more than their length, in each place of what is read.
///
/// All targets that have a corpus are tried, word by word.
struct HostileTextTests {
    private static let length = 16 << 10
    private static let plain = Array(repeating: UInt8(ascii: "x"), count: length)

    /// As many bytes of a text that repeats.
    private static func text(of unit: String) -> [UInt8] {
        Array(String(repeating: unit, count: length / unit.utf8.count).utf8)
    }

    @Test(arguments: FuzzTarget.all)
    func `a text of any content costs what plain letters cost`(target: FuzzTarget) throws {
        // Marks of alternating classes, which normalising has to sort.
        let marks = Self.text(of: "\u{301}\u{316}")
        for input in try CorpusTests.corpus(of: target) {
            for word in Self.words(in: input.bytes) {
                expect(target, input, word, toTakeNoLongerFor: marks)
            }
        }
    }

    @Test(arguments: FuzzTarget.all, ["&", "&amp;amp;lt;", "\u{1100}\u{1161}\u{11A8}", " ", "<a "])
    func `references, tags and syllables cost what plain letters cost`(
        target: FuzzTarget, unit: String
    ) throws {
        for input in try CorpusTests.corpus(of: target) {
            for word in Self.words(in: input.bytes).filter({ $0.count > 2 }).prefix(6) {
                expect(target, input, word, toTakeNoLongerFor: Self.text(of: unit))
            }
        }
    }

    @Test func `each feed type has a corpus`() throws {
        let target = try #require(FuzzTarget.named("feeds"))
        let tried = Set(try CorpusTests.corpus(of: target).map(\.name))
        // The target `mapper` tries `json`.
        #expect(tried == Set(FeedType.all.map(\.name)).subtracting(["json"]))
    }

    private func expect(
        _ target: FuzzTarget, _ input: (name: String, bytes: [UInt8]), _ word: Range<Int>,
        toTakeNoLongerFor text: [UInt8]
    ) {
        func seconds(_ text: [UInt8]) -> Double {
            var bytes = input.bytes
            bytes.replaceSubrange(word, with: text)
            return Self.processorTime { _ = target.complaint(bytes) }
        }
        // A reader that sorts or copies so much anew for each byte takes longer by far.
        let bound = 0.12
        guard seconds(text) > bound else { return }
        let plain = (0..<2).map { _ in seconds(Self.plain) }.min() ?? 0
        let hostile = (0..<3).map { _ in seconds(text) }.min() ?? 0
        let place = String(decoding: input.bytes[word], as: UTF8.self)
        #expect(
            hostile < 15 * plain + bound,
            "\(input.name), at \(word.lowerBound) (\(place)): \(hostile) s, not \(plain) s")
    }

    /// The words and numbers of a text, each of which may be all that a string holds.
    private static func words(in bytes: [UInt8]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (place, byte) in (bytes + [0]).enumerated() {
            let isInWord =
                byte >= 0x80
                || UInt8(ascii: "0") <= byte && byte != UInt8(ascii: ":")
                    && !"[]{}\\^`|~;<=>?@".utf8.contains(byte)
            if isInWord, start == nil { start = place }
            guard !isInWord, let first = start else { continue }
            words.append(first..<place)
            start = nil
        }
        return words
    }

    private static func processorTime(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }
}
