import NowPlaying

extension View {
    /// A session as desktops show it: for the player on the session bus (MPRIS) alone.
    public static let mediaPlayer = View(
        ViewDefinition(
            name: "mediaPlayer", subject: .session, isEncoded: false,
            parts: { _ in [.connection, .online, .track, .playback, .programme, .station, .history]
            },
            render: { snapshot, _, _ in
                guard case .session(let session) = snapshot else { return nil }
                return MediaPlayerViewDocument(MediaPlayer(of: session))
            }))
}

private final class MediaPlayerViewDocument: ViewDocument {
    let player: MediaPlayer

    var hash: UInt64? { nil }

    init(_ player: MediaPlayer) {
        self.player = player
    }

    func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        let held = held as? MediaPlayerViewDocument
        return held?.player == player ? nil : DocumentChange(.value(player))
    }
}
