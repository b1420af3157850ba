/// What a history tells of itself.
public enum HistoryNews: Equatable, Sendable {
    /// It is written, for the first time or again.
    case works
    /// It cannot be written. It is tried again, unless what is wrong lasts.
    case failed(HistoryError)
    /// The file was damaged, was renamed to this, and a new one was begun.
    case setAside(as: String, reason: String)
    /// So many remembrances, all together, came while too many waited, and were dropped.
    case dropped(total: Int)
}
