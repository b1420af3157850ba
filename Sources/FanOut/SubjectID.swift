public import NowPlaying

/// What can be subscribed to.
public enum SubjectID: Hashable, Sendable {
    case station(StationIndex)
    case session(SessionIndex)
}
