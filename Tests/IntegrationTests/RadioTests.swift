import Foundation
import Testing

/// Each radio's simulated server, over a real WebSocket.
@Suite(.timeLimit(.minutes(5)))
struct RadioTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A feed, how fast its server loses patience, and how long that is waited for.
    struct Trial: Sendable, CustomTestStringConvertible {
        let feed: String
        var haste = "10"
        var seconds = 7

        var testDescription: String { feed }
    }

    private static let trials =
        [
            "gensokyo", "globalplayer", "listenmoe", "plaza", "qmusic", "radiolise", "rainwave",
            "streamabc",
        ].map { Trial(feed: $0) } + [
            // Phoenix' clients beat every 30 s, whatever the server says.
            Trial(feed: "phoenix", haste: "1.8", seconds: 36),
            Trial(feed: "pusher", haste: "15", seconds: 14),
        ]

    @Test(arguments: trials)
    func `a radio is read, its heartbeats kept, and read again after a restart`(
        trial: Trial
    ) async throws {
        // Who does not keep the heartbeats is gone before that.
        let farm = try await RunningFarm(
            in: workshop, ["--feed", trial.feed, "--stations", "1", "--haste", trial.haste])
        let hub = try await farm.hub(in: workshop, ["--stdout", "nowPlaying"])
        try await expectSong(from: hub, after: 0)
        try await Task.sleep(for: .seconds(trial.seconds))
        #expect(!hub.messages.contains("link lost"))
        try await farm.stop()
        try await hub.waitForMessage("link lost")
        let dump = try await Outcome(["dump", "--socket", workshop.socket], in: workshop)
        let revision = try #require(try object(dump.output)["revision"] as? Int)
        // Other music, so that the song is another one.
        try await farm.start(in: workshop, ["--seed", "2"])
        try await expectSong(from: hub, after: revision)
        hub.send(SIGTERM)
        #expect(try await hub.exitCode() == 0)
        try await farm.stop()
    }

    /// A record with a song comes that is newer than a revision, while the link is live.
    private func expectSong(from hub: RunningProgram, after revision: Int) async throws {
        while true {
            let record = try object(try #require(try await hub.line()))
            let state = record["nowPlaying"] as? [String: Any]
            let connection = state?["connection"] as? [String: Any]
            let track = state?["track"] as? [String: Any]
            guard let number = record["revision"] as? Int, number > revision,
                connection?["state"] as? String == "live", let track
            else { continue }
            #expect((track["title"] as? String)?.isEmpty == false)
            return
        }
    }
}
