import NowPlaying
import Views

/// What the desktop shows of a session.
struct DesktopPlayer: Sendable {
    /// The session's name.
    let session: String
    /// What the desktop was given last.
    var shown = MediaPlayer()
    /// The revision of the session of which that was made; nil where there is no such session.
    var revision: Revision?
    /// It is to be made anew, whatever the revision.
    var isOutdated = true
}

extension Hub {
    /// There is a desktop that shows a session from now on.
    mutating func desktopConnected(to session: String, at now: Moment) {
        _ = try? self.session(named: session, at: now)
        desktop = DesktopPlayer(session: session)
    }

    /// Gives the desktop what it is to show, where that is not what it shows.
    mutating func showPlayer(at now: Moment, into effects: inout [Effect]) {
        guard let desktop else { return }
        let index = sessions.index(of: desktop.session)
        let revision = index.flatMap { sessions[$0]?.changedAt }
        guard desktop.isOutdated || revision != desktop.revision else { return }
        self.desktop?.isOutdated = false
        self.desktop?.revision = revision
        let player = index.flatMap { sessions[$0] }.map {
            MediaPlayer(of: scene(of: $0, showing: ownStations(of: $0), at: now))
        }
        let shown = player ?? MediaPlayer()
        guard shown != desktop.shown else { return }
        self.desktop?.shown = shown
        effects.append(.showPlayer(shown))
    }
}
