import Expectations
import Testing

/// A few minutes of each radio: songs, heartbeats, what changes nothing, and a lost connection,
/// after which the same song goes on.
struct RadioReplayTests {
    @Test(arguments: [
        "gensokyo", "globalplayer", "listenmoe", "plaza", "qmusic", "radiolise", "rainwave",
        "streamabc",
    ])
    func `a radio's recording gives the golden records`(feed: String) throws {
        let lines = try RecordingFixture.text("Radios/\(feed).jsonl").split(separator: "\n")
        let output = try RecordingFixture.replay(
            lines.map(String.init), configuration: "Radios/\(feed).yaml")
        let golden = try RecordingFixture.text("Radios/\(feed).golden.jsonl")
        expect(String(decoding: output, as: UTF8.self), is: golden)
        #expect(golden.split(separator: "\n").count > 2)
    }
}
