import Expectations
import Shell
import Hub
import JSON
import NowPlaying
import Testing

/// Messages of a real Centrifugo 6.0.3 that lost what it kept, and that refused a channel.
struct RealCentrifugoTests {
    /// The stations in the end, and each change of one on the way.
    private func states(of name: String, _ configuration: String) throws -> [String] {
        let lines = try RecordingFixture.text("real/\(name).jsonl").split(separator: "\n")
        let records = try RecordingFixture.replay(
            lines.map(String.init), configuration: "real/\(configuration).yaml")
        return try records.split(separator: UInt8(ascii: "\n")).compactMap { record in
            try JSONParser().parse(record) { value -> String? in
                guard let station = value["station"]?.word, let state = value["nowPlaying"]
                else { return nil }
                let words = [
                    station, state.value(at: "/connection/state")?.word,
                    state.value(at: "/track/title")?.word,
                    state.value(at: "/connection/reason/code")?.word,
                ]
                return words.compactMap { $0 }.joined(separator: " ")
            }
        }
    }

    @Test func `after a restart the old title is stale, though the server answers`() throws {
        let states = try states(of: "centrifugo-unrecovered", "centrifugo-one")
        #expect(states.contains("one live Before"))
        #expect(states.contains("one stale Before missed"))
        expect(states.last, is: "one failing Before missed")
    }

    @Test func `after more was missed than is kept the old title is stale`() throws {
        let states = try states(of: "centrifugo-lost", "centrifugo-one")
        expect(
            Array(states.suffix(3)),
            is: [
                "one live T0", "one stale T0 missed", "one live T8",
            ])
    }

    @Test func `a channel that is refused stops its station alone`() throws {
        let states = try states(of: "centrifugo-refused", "centrifugo")
        #expect(states.contains("two stopped subscriptionRefused"))
        #expect(!states.contains { $0.hasPrefix("one") && $0.contains("closed") })
    }
}
