import Expectations
import Feeds
import Hub
import Shell
import JSON
import NowPlaying
import Stations
import Testing
import Views

/// Recordings in which the config became another.
struct ReconfiguredReplayTests {
    private static func configuration(_ ids: String...) -> HubConfiguration {
        HubConfiguration(
            stations: ids.compactMap { id in
                var feed = Feed(type: "azuracast", url: "wss://\(id).example/live")
                feed.settings["shortcode"] = .text(id)
                return try? StationConfiguration(id: id, feed: feed)
            })
    }

    private static let before = configuration("harbour", "pier")
    private static let after = configuration("pier", "quay")

    private static let recording = [
        #"{"version":1,"epoch":"e","config":"\#(before.fingerprint)","at":1700000000}"#,
        song("Ebb", of: "harbour", at: 1), song("Ebb", of: "pier", at: 2),
        #"{"event":"reconfigured","config":"\#(after.fingerprint)","at":1700000003}"#,
        song("Flood", of: "harbour", at: 4), song("Flood", of: "quay", at: 5),
    ]

    private static func song(_ title: String, of station: String, at second: Int) -> String {
        let state = #"{\"station\":{},\"now_playing\":{\"song\":{\"title\":\"\#(title)\"}}}"#
        return #"{"feed":"\#(station)","at":\#(1_700_000_000 + second),"frame":"#
            + #""{\"channel\":\"station:\#(station)\",\"pub\":{\"data\":{\"np\":\#(state)}}}"}"#
    }

    /// Returns the lines that a replay prints of the view `line`, and the numbers of the lines that
    /// it did not follow.
    private func replay(
        _ lines: [String], with configurations: [HubConfiguration], stations: [String]? = nil
    ) throws -> (lines: [String], unfollowed: [Int]) {
        var printed: [String] = []
        var unfollowed: [Int] = []
        let request = OutputRequest(
            options: .init(view: .line), stations: stations, minInterval: .zero)
        var replay = Replay(
            configuration: configurations[0], others: Array(configurations.dropFirst()),
            request: request
        ) { bytes in
            printed.append(Self.summary(of: bytes))
        }
        for line in lines where try !replay.play(Array(line.utf8)[...]) {
            unfollowed.append(replay.lineNumber)
        }
        replay.finish()
        return (printed, unfollowed)
    }

    private static func summary(of record: [UInt8]) -> String {
        let text = try? JSONParser().parse(record[...]) { record in
            let station = record["station"]?.readable ?? ""
            return "\(station): \(record["line"]?.readable ?? "gone")"
        }
        return text ?? "no JSON"
    }

    private static let expected = [
        "harbour: harbour", "pier: pier", "harbour: Ebb", "pier: Ebb", "harbour: gone",
        "quay: quay", "quay: Flood",
    ]

    @Test func `a replay takes the config that follows where the hub took it`() throws {
        let replayed = try replay(Self.recording, with: [Self.before, Self.after])
        expect(replayed.lines, is: Self.expected)
        #expect(replayed.unfollowed.isEmpty)
    }

    @Test func `configs are known by their fingerprints, in whichever order they come`() throws {
        let others = [Self.configuration("none"), Self.after, Self.before]
        try expect(replay(Self.recording, with: others).lines, is: Self.expected)
    }

    @Test func `without a header the first config is the one to begin with`() throws {
        let bare = Array(Self.recording.dropFirst())
        try expect(replay(bare, with: [Self.before, Self.after]).lines, is: Self.expected)
    }

    @Test func `without the config that follows the one before goes on`() throws {
        let replayed = try replay(Self.recording, with: [Self.before])
        expect(replayed.unfollowed, is: [4])
        expect(
            replayed.lines,
            is: [
                "harbour: harbour", "pier: pier", "harbour: Ebb", "pier: Ebb", "harbour: Flood",
            ])
    }

    @Test func `a station may be asked for that is added later`() throws {
        let replayed = try replay(
            Self.recording, with: [Self.before, Self.after], stations: ["quay"])
        expect(replayed.lines, is: ["quay: quay", "quay: Flood"])
    }

    @Test func `a reconfiguration that names no config is refused`() {
        let damaged = [#"{"event":"reconfigured","at":1700000000}"#]
        #expect {
            try replay(damaged, with: [Self.before])
        } throws: { error in
            (error as? RecordingError)?.problem
                == #""config" must tell which config came into force"#
        }
    }
}
