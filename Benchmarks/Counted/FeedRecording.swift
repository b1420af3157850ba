import Shell
import Feeds
import Foundation
import Hub
import JSON
import NowPlaying
import Stations

/// The messages of a server on successive connections, as `nphub run --record` writes them.
struct FeedRecording {
    /// Something that happened: a message, or else that the WebSocket was opened.
    struct Event {
        let at: Moment
        let message: FeedMessage?
    }

    /// The reason why a recording cannot be used.
    struct Mistake: Error {
        let problem: String
    }

    /// The feed as the config beside the recording describes it.
    let feed: Feed
    let events: [Event]

    /// - Parameter path: The file without its extension, from the repository's root.
    init(of type: String, path: String) throws {
        let configuration = try ConfigurationFile.load(path: path + ".yaml")
        guard let station = configuration.hub.stations.first, station.feed.type == type else {
            throw Mistake(problem: "the first station of \(path).yaml is not of type \(type)")
        }
        feed = station.feed
        let bytes = try Data(contentsOf: URL(filePath: path + ".jsonl"))
        let parser = JSONParser()
        events = try bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try parser.parse(Array(line)) { Event($0) }
        }
    }
}

extension FeedRecording.Event {
    /// `nil` for what does not happen on an open connection.
    fileprivate init?(_ line: JSONValue) {
        guard let at = line["at"]?.double, let wall = Timestamp(seconds: at) else { return nil }
        let monotonic = Instant(milliseconds: wall.milliseconds)
        self.at = Moment(monotonic: monotonic, wall: wall)
        if let frame = line["frame"]?.readable {
            message = .text(Array(frame.utf8)[...])
        } else if line["event"]?.readable == "opened" {
            message = nil
        } else {
            return nil
        }
    }
}

extension FeedRecording {
    /// A recording of each feed type: those that the tests replay, and a few beside them.
    static let files: [(type: String, path: String)] =
        [("azuracast", fixtures + "harbour")]
        + [
            "gensokyo", "globalplayer", "listenmoe", "plaza", "qmusic", "radiolise", "rainwave",
            "streamabc",
        ].map { ($0, fixtures + "Radios/" + $0) }
        + [
            "centrifugo", "homeassistant", "kodi", "mopidy", "musicassistant", "snapcast",
            "volumio",
        ].map { ($0, fixtures + "players/" + $0) }
        + ["exec", "icy", "json"].map { ($0, "Benchmarks/Recordings/" + $0) }

    private static let fixtures = "Tests/ShellTests/Recording/Fixtures/"
}
