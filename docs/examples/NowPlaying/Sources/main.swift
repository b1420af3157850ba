// Prints a line for each change of what stations play: `swift run NowPlayingExample [SOCKET]`.

import Foundation
import HubClient
import NowPlaying

/// Prints what comes from a hub.
struct Printer {
    let path: String
    private var isWaiting = false

    init(path: String) { self.path = path }

    /// Takes what comes; gives `false` where there is no use in going on.
    mutating func take(_ news: HubMachine.News) -> Bool {
        switch news {
        case .updated(_, let record):
            print(record)
        case .synced:
            isWaiting = false
        case .interrupted(.refused(let refusal)):
            warn(refusal.message)
            return false
        case .interrupted where !isWaiting:
            warn("no hub listens at \(path); waiting for one")
            isWaiting = true
        default:
            break
        }
        return true
    }

    private func print(_ record: HubRecord) {
        var text = "is gone"
        if case .nowPlaying(let state) = record.content { text = line(state) }
        FileHandle.standardOutput.write(Data("\(record.owner): \(text)\n".utf8))
    }

    /// The track of a station and, if it is known, the position in it.
    private func line(_ state: NowPlaying) -> String {
        let track = [state.track?.artist, state.track?.title].compactMap(\.self)
        let text = track.isEmpty ? state.station.name : track.joined(separator: " – ")
        let position = state.playback?.position(at: Timestamp(.now))
        return position.map { "\(text) (\($0.clockText))" } ?? text
    }
}

/// Tells the user something beside what is printed.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// Follows a hub until it refuses, or something is wrong that waiting does not change.
func follow(at place: SocketPath) throws {
    // All stations; after the first document of each, the hub sends only what changed.
    var stations = HubSubscription(HubQuery(.nowPlaying))
    stations.wantsPatches = true
    let transport = UnixSocketTransport(at: place)
    var printer = Printer(path: transport.path)
    let follower = HubFollower(HubMachine.Settings([stations]), over: transport)
    try follower.run { printer.take($0) }
}

do {
    try follow(at: try SocketPath(explicit: CommandLine.arguments.dropFirst().first))
} catch {
    warn("\(error)")
}
exit(1)
