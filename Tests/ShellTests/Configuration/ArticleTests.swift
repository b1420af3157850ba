import Expectations
import Shell
import Feeds
import Foundation
import Hub
import JSON
import NowPlaying
import Stations
import Testing

/// The article that shows how a station is added: its example must work as it stands there.
struct ArticleTests {
    private static let article = URL(filePath: #filePath)
        .appending(path: "../../../../docs/json-feeds.md").standardized

    /// Returns the text of the first block of the worked example that begins with `fence`.
    private func block(_ fence: String) throws -> String {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let example = try #require(text.range(of: "## A worked example"))
        let start = try #require(
            text.range(of: fence + "\n", range: example.upperBound..<text.endIndex))
        let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// The conversation: who says what.
    private func conversation() throws -> [(isServer: Bool, text: String)] {
        var lines: [(isServer: Bool, text: String)] = []
        for line in try block("```").split(separator: "\n") {
            if line.hasPrefix("< ") || line.hasPrefix("> ") {
                lines.append((line.hasPrefix("<"), String(line.dropFirst(2))))
            } else if !lines.isEmpty {
                lines[lines.count - 1].text += line
            }
        }
        return lines
    }

    @Test func `the example understands the conversation that it is made for`() throws {
        let machine = PaperEnvironment(feedTypes: FeedType.all)
        let feed = try machine.load(try block("```yaml")).hub.stations[0].feed
        let type = try #require(FeedType.of(feed))
        var feedMachine = type.makeMachine([feed])
        let parser = JSONParser()
        var now = Moment(
            monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_247_000))
        var events: [FeedEvent] = []
        var sent: [String] = []
        var tracks: [ReportedTrack?] = []
        feedMachine.opened(at: now, into: &events)
        let lines = try conversation()
        for line in lines where line.isServer {
            let message = FeedMessage.text(Array(line.text.utf8)[...])
            feedMachine.received(message, at: now, using: parser, into: &events)
            if tracks.isEmpty, case .report = events.last {
                now = now + .seconds(20)
                feedMachine.woke(at: now, into: &events)
            }
            for action in events {
                switch action {
                case .send(let message): sent.append(message.text)
                case .report(_, let report): tracks.append(report.track)
                case .rejected(let rejection): Issue.record("\(rejection)")
                default: break
                }
            }
            events = []
        }
        expect(sent, is: lines.filter { !$0.isServer }.map(\.text))
        expect(tracks.count, is: 2)
        expect(tracks.last, is: .some(nil))
        let track = try #require(tracks.first ?? nil)
        expect(track.title, is: "First Light")
        expect(track.artist, is: "Aurora & Polar")
        expect(track.artworkURL, is: "https://seewind.example/covers/902%20a.jpg")
        expect(track.duration, is: .seconds(257))
        expect(track.identity?.key, is: "902")
        expect(track.positions, is: [.startedAt(Timestamp(milliseconds: 1_734_714_000_123))])
    }
}
