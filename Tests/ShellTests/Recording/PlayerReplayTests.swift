import Expectations
import Shell
import Foundation
import Hub
import NowPlaying
import Testing
import Views

/// Half a minute of a simulated player, as each feed of players hears it.
struct PlayerReplayTests {
    private static let feeds = [
        "centrifugo", "homeassistant", "kodi", "mopidy", "musicassistant", "snapcast", "volumio",
    ]
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/players")

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func replay(_ feed: String) throws -> [UInt8] {
        let configuration = try ConfigurationFile.load(
            path: Self.folder.appending(path: "\(feed).yaml").path)
        let request = OutputRequest(
            options: DocumentOptions(view: .nowPlaying, historyCount: 3), minInterval: .zero)
        var output: [UInt8] = []
        var replay = Replay(configuration: configuration.hub, request: request) { output += $0 }
        for line in try bytes("\(feed).jsonl").split(separator: UInt8(ascii: "\n")) {
            try replay.play(line)
        }
        replay.finish()
        return output
    }

    @Test(arguments: feeds)
    func `what a player said gives the golden records, twice, byte for byte`(feed: String) throws {
        let golden = try bytes("\(feed).golden.jsonl")
        try expect(replay(feed), is: golden)
        try expect(replay(feed), is: golden)
    }

    /// Kodi was recorded at another time.
    @Test(arguments: feeds.filter { $0 != "kodi" })
    func `every feed hears the same music`(feed: String) throws {
        let records = String(decoding: try bytes("\(feed).golden.jsonl"), as: UTF8.self)
        for name in ["24/7 Nocturne", "Ştrand Radiofonic", "A Maré do Avô", "Façade Étoilée"] {
            #expect(records.contains(name), "\(name)")
        }
    }
}
