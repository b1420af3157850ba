import Foundation
import Testing

/// Players over real sockets: `nphub simulate` on one side, `nphub run` on the other.
@Suite(.timeLimit(.minutes(5)))
struct PlayerTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [
        "centrifugo", "homeassistant", "kodi", "mopidy", "musicassistant", "snapcast", "volumio",
    ])
    func `a player is read, its heartbeats kept, and read again when it comes back`(
        feed: String
    ) async throws {
        // Who keeps no heartbeats of socket.io or Centrifugo is dropped within 8.5 or 3.3 s.
        let farm = try await RunningFarm(
            in: workshop, ["--feed", feed, "--stations", "1", "--haste", "10"])
        let hub = try await farm.hub(in: workshop, ["--stdout", "nowPlaying"])
        var record = try #require(try await hub.line())
        while !record.contains("\"track\":{") { record = try #require(try await hub.line()) }
        #expect(record.contains(#""state":"live""#) && record.contains("\"artworkURL\":"))
        if ["centrifugo", "volumio"].contains(feed) {
            try await Task.sleep(for: .seconds(9))
            #expect(!hub.messages.contains("link lost"))
        }
        try await farm.stop()
        try await hub.waitForMessage("link lost")
        try await farm.start(in: workshop)
        try await hub.waitUntil { $0.components(separatedBy: "link opened").count == 3 }
        #expect(!hub.messages.contains("rejected"))
        hub.send(SIGTERM)
        #expect(try await hub.exitCode() == 0)
        try await farm.stop()
    }
}
