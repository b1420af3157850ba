/// A shape in which state is given out.
public enum View: String, CaseIterable, Sendable {
    /// The whole state, as JSON.
    case nowPlaying
    /// One line of text.
    case line
    /// A session as a lock screen shows it.
    case lockScreen
    /// A session as a car shows it.
    case carPlay

    /// It shows a listening session, not stations.
    public var isOfSession: Bool {
        switch self {
        case .nowPlaying, .line: false
        case .lockScreen, .carPlay: true
        }
    }
}
