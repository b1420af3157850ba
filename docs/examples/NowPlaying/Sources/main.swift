// Prints a line for each change of what stations play: `swift run NowPlayingExample [SOCKET]`.

import Foundation
import HubClient
import NowPlaying

/// Prints a station's track and, if it is known, the position in it.
func show(_ record: HubRecord, at time: Timestamp) {
    var text = "is gone"
    if case .nowPlaying(let state) = record.content {
        let track = [state.track?.artist, state.track?.title].compactMap(\.self)
        let words = track.isEmpty ? state.station.name : track.joined(separator: " – ")
        let position = state.playback?.position(at: time)
        text = position.map { "\(words) (\($0.clockText))" } ?? words
    }
    FileHandle.standardOutput.write(Data("\(record.owner): \(text)\n".utf8))
}

/// Tells the user something beside what is printed.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

do {
    let place = try SocketPath(explicit: CommandLine.arguments.dropFirst().first)
    let hub = RemoteHub(over: UnixSocketTransport(at: place))
    var isWaiting = false
    // All stations; it ends only where waiting does not help.
    for try await update in hub.updates(.nowPlaying) {
        switch update {
        case .changed(let record): show(record, at: hub.now)
        case .synced: isWaiting = false
        case .interrupted(.refused(let refusal)): throw refusal
        case .interrupted where !isWaiting:
            warn("no hub listens at \(hub.path); waiting for one")
            isWaiting = true
        case .happened, .interrupted: break
        }
    }
} catch {
    warn("\(error)")
}
exit(1)
