import Expectations
import Support
import Testing

/// A hash that was published as an id never changes.
struct StableHashTests {
    @Test(arguments: [
        ([], "cbf29ce484222325"),
        // The bytes of UTF-8, each text ended by 0xFF.
        (["Mara Ebb", "Ｕndertow"], "47a79f7a4f6f1d6a"),
        // Zeros at the beginning count.
        (["1390"], "00f5508e9455e471"),
    ])
    func `it is the same on every machine`(texts: [String], expected: String) {
        var hash = StableHash()
        for text in texts { hash.combine(text) }
        expect(hash.text, is: expected)
    }
}
