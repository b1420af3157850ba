import NowPlaying

extension View {
    /// A session as a lock screen shows it.
    public static let lockScreen = View(
        ViewDefinition(
            name: "lockScreen", subject: .session, options: [.locale, .style],
            // One that does not say what surrounds it is taken for a light one.
            usualStyle: .light,
            parts: { _ in [.connection, .track, .playback, .programme, .station] },
            render: { snapshot, options, _ in
                guard case .session(let session) = snapshot else { return nil }
                return LockScreenViewDocument(
                    LockScreen(of: session, style: options.style, locale: options.locale))
            }))
}

/// A lock screen, which is delivered when a client otherwise shows something wrong.
private final class LockScreenViewDocument: ViewDocument {
    let lockScreen: LockScreen

    var hash: UInt64? { nil }

    init(_ lockScreen: LockScreen) {
        self.lockScreen = lockScreen
    }

    func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        guard lockScreen.isDiscontinuity(after: (held as? LockScreenViewDocument)?.lockScreen)
        else {
            return nil
        }
        return DocumentChange(.document(Document.encode(lockScreen)), parts: [])
    }
}
