import Expectations
import Foundation
import Testing

/// Each feed that a script serves, over a real WebSocket: `nphub simulate` on one side, `nphub run`
/// on the other.
@Suite(.timeLimit(.minutes(5)))
struct ScriptTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [
        "centrifugo", "gensokyo", "globalplayer", "homeassistant", "kodi", "listenmoe", "mopidy",
        "musicassistant", "phoenix", "plaza", "pusher", "qmusic", "radiolise", "rainwave",
        "snapcast", "streamabc", "volumio",
    ])
    func `a feed's script is read, title after title, and again when its server comes back`(
        feed: String
    ) async throws {
        let farm = try await RunningFarm(in: workshop, ["--feed", feed, "--haste", "4"])
        let hub = try await farm.hub(in: workshop, ["--stdout", "nowPlaying"])
        let (titles, revision) = try await read(2, from: hub, after: 0)
        expect(titles.count, is: 2)
        #expect(!hub.messages.contains("link lost"))
        try await farm.stop()
        try await hub.waitForMessage("link lost")
        try await farm.start(in: workshop)
        _ = try await read(1, from: hub, after: revision)
        #expect(!hub.messages.contains("rejected"), "\(hub.messages)")
        hub.send(SIGTERM)
        try await expect(hub.exitCode(), is: 0)
        try await farm.stop()
    }

    @Test func `a script of one's own is played`() async throws {
        let script = try workshop.write(
            """
            {"path":"/live","stations":[{"id":"own","feed":{"type":"json","track":{"title":"/t"}}}]}
            {"repeat":"rest"}
            {"send":{"t":"First Light"}}
            {"after":200}
            {"send":{"t":"Second Sight"}}
            {"after":200}

            """, to: "own.jsonl")
        let farm = try await RunningFarm(in: workshop, ["--script", script])
        let hub = try await farm.hub(in: workshop, ["--stdout", "nowPlaying"])
        let (titles, _) = try await read(2, from: hub, after: 0)
        expect(titles, is: ["First Light", "Second Sight"])
        try await farm.stop()
    }

    @Test func `a bad script is refused with its file, its line and what would be right`()
        async throws
    {
        let script = try workshop.write("{\"path\":\"/live\"}\n\n{\"sned\":1}\n", to: "bad.jsonl")
        let outcome = try await Outcome(["simulate", "--script", script], in: workshop)
        expect(outcome.code, is: 78)
        let problem = "a step has no `sned`; did you mean `send`?"
        #expect(outcome.messages.hasPrefix("\(script):3: \(problem)"))
    }

    /// Reads records that are newer than a revision until so many different titles were told while
    /// the link was live.
    private func read(
        _ count: Int, from hub: RunningProgram, after revision: Int
    ) async throws -> (titles: Set<String>, revision: Int) {
        var titles: Set<String> = []
        while true {
            let record = try object(try #require(try await hub.line()))
            let state = record["nowPlaying"] as? [String: Any]
            let connection = state?["connection"] as? [String: Any]
            guard let number = record["revision"] as? Int, number > revision,
                connection?["state"] as? String == "live",
                let title = (state?["track"] as? [String: Any])?["title"] as? String
            else { continue }
            titles.insert(title)
            if titles.count == count { return (titles, number) }
        }
    }
}
