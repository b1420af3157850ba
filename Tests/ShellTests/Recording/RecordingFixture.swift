import Shell
import Foundation
import Hub
import NowPlaying
import Views

/// Recordings in files beside this one, and what a hub makes of them.
enum RecordingFixture {
    static func path(_ name: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return folder.appending(path: "Fixtures").appending(path: name).path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// The records of these lines, with a config from a file.
    static func replay(
        _ lines: [String], configuration name: String, minInterval: Interval = .zero
    ) throws -> [UInt8] {
        let configuration = try ConfigurationFile.load(path: path(name))
        let request = OutputRequest(
            options: DocumentOptions(view: .nowPlaying, historyCount: 3),
            minInterval: minInterval)
        var output: [UInt8] = []
        var replay = Replay(configuration: configuration.hub, request: request) {
            output += $0
        }
        for line in lines { try replay.play(Array(line.utf8)[...]) }
        replay.finish()
        return output
    }
}
