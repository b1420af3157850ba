public import NowPlaying

/// The news of a history.
public enum HistoryNews: Equatable, Sendable {
    /// It is written again.
    case works
    /// It cannot be opened or written, and is tried again.
    case failed(HistoryError)
    /// A file was opened after the hub had begun, and this is in it. What listeners choose is to be
    /// remembered anew.
    case opened(RestoredState)
    /// The clock was set, and this of what was before lies in the past by it.
    case recalled(RestoredState)
    /// The file was damaged, was renamed to this, and a new one was begun.
    case setAside(as: String, reason: String)
    /// The file is not at its path any more.
    case vanished(path: String)
    /// Of the preferences that it was given, the first so many are in the file.
    case preferencesWritten(count: Int)
    /// So many rows of the file are damaged, and were left out.
    case skipped(rows: Int)
    /// More was dropped.
    case dropped(HistoryDrops)
}
