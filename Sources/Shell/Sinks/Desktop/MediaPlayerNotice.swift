/// The news of a player on the session bus.
public enum MediaPlayerNotice: Hashable, Sendable {
    /// It is there, under this name.
    case published(name: String)
    /// It cannot be there, for this reason.
    case unavailable(reason: String)
    /// It was there, and the bus is gone, for this reason.
    case lost(reason: String)
}
