public import NowPlaying

/// The subject of a subscription.
public enum SubjectID: Hashable, Sendable {
    case station(StationIndex)
    case session(SessionIndex)
}
