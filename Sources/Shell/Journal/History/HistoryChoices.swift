internal import NowPlaying

/// The choices of listeners that are to be written: the newest of each.
struct HistoryChoices: Equatable, Sendable {
    /// `nil` where they have not changed.
    var preferences: Preferences?
    /// By the session's name; `nil` where it is over.
    var sessions: [String: RestoredState.Session?] = [:]

    var isEmpty: Bool { preferences == nil && sessions.isEmpty }

    /// Adds what was chosen before, unless it was chosen anew.
    mutating func putBack(_ earlier: HistoryChoices) {
        preferences = preferences ?? earlier.preferences
        sessions.merge(earlier.sessions) { newer, _ in newer }
    }
}
