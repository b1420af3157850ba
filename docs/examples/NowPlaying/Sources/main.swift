// Prints a line for each change of what stations play: `swift run NowPlayingExample [SOCKET]`, or
// with the address of a hub's WebSocket, such as `ws://127.0.0.1:8420/api/v1/socket`.

import Foundation
import HubClient
import HubClientWebSocket
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

    /// What a station plays and, where that is known, how far it is.
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

/// The way to the hub: its Unix socket, or its web server.
func transport(to place: String?) throws -> any HubTransport {
    if let place, place.hasPrefix("ws://") || place.hasPrefix("wss://") {
        let token = ProcessInfo.processInfo.environment["NPHUB_TOKEN"]
        return try WebSocketTransport(to: place, token: token)
    }
    return UnixSocketTransport(at: try SocketPath(explicit: place))
}

/// Follows a hub until it refuses, or something is wrong that waiting does not change.
func follow(over transport: any HubTransport) throws {
    // All stations; after the first document of each, the hub sends only what changed.
    var stations = HubSubscription(HubQuery(.nowPlaying))
    stations.wantsPatches = true
    var printer = Printer(path: transport.path)
    let follower = HubFollower(HubMachine.Settings([stations]), over: transport)
    try follower.run { printer.take($0) }
}

do {
    try follow(over: try transport(to: CommandLine.arguments.dropFirst().first))
} catch {
    warn("\(error)")
}
exit(1)
