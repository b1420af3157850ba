import Shell
import Testing

struct ConfigurationGarbageTests {
    private static let words = [
        "stations", "id", "feed", "type", "url", "plain", "keyed", "ws://h", "tls", "headers", "a",
        "socket", "mode", "history", "sessions", "rates", "delay", "location", "1", "-1e9", "0x",
        "99999999999999999999", "true", "~", "${", "${A}", "file:", "file:/x", "é\u{301}",
        "\u{1F4FB}",
    ]
    private static let marks = [
        ": ", "- ", "\n", "\n  ", "\n- ", "[", "]", "{", "}", ", ", "\"", "'", "&a ", "*a ", "| ",
        "> ", "? ", "# ", "!t ", "--- ", "%", "@", "\t", "\\", "\0", "\r\n", "<<: ",
    ]

    @Test(arguments: 0..<20) func `garbage is answered, never crashed on`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        for _ in 0..<200 {
            var text = ""
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let source = Bool.random(using: &generator) ? Self.words : Self.marks
                text += source.randomElement(using: &generator) ?? ""
            }
            expectAnswer(to: Array(text.utf8))
        }
    }

    @Test(arguments: 0..<20) func `a damaged config is answered, never crashed on`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        let whole = Array(
            """
            socket: { path: /run/hub.sock, mode: 0660 }
            stations:
              - id: one
                feed: { type: keyed, url: "wss://h/live", shortcode: s, headers: { A: b } }
                streams: [ { id: south, url: "https://h/s", delay: 2 } ]
            sessions: { main: { rewindWindow: 2h, rates: [1, 1.5] } }
            """.utf8)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[index], at: index)
                }
            }
            expectAnswer(to: bytes)
        }
    }

    /// It loads, or there is at least one complaint, and each stands on one line.
    private func expectAnswer(to bytes: [UInt8]) {
        do {
            _ = try PaperEnvironment().load(bytes)
        } catch {
            let errors = (error as? ConfigurationErrors)?.errors ?? []
            #expect(!errors.isEmpty)
            #expect(errors.allSatisfy { !"\($0)".contains(where: \.isNewline) })
        }
    }
}

/// Vigna's SplitMix64: the same sequence for the same seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
