internal import NowPlaying

/// A history that is open for writing: its lock, its database, and what becomes of damage.
///
/// Not for several threads: whoever has it may wait for the disk.
final class HistoryKeeper {
    private let file: HistoryFile
    private let limits: HistoryLimits
    private var database: HistoryDatabase
    /// What was known when it was opened.
    private(set) var memory = Memory()
    /// What has happened since this was taken last.
    private var news: [HistoryNews] = []

    /// Opens a history, or begins one.
    init(_ path: String, limits: HistoryLimits, at now: Timestamp) throws(HistoryError) {
        file = try HistoryFile(path)
        self.limits = limits
        do {
            database = try HistoryDatabase(writing: path, limits: limits)
            memory = try database.memory(at: now, limits: limits)
        } catch {
            guard error.isDamage else { throw error }
            let aside = try file.setAside(at: now)
            news = [.setAside(as: aside, reason: error.description)]
            database = try HistoryDatabase(writing: path, limits: limits)
        }
    }

    /// What has happened to the file.
    func takeNews() -> [HistoryNews] {
        defer { news = [] }
        return news
    }

    /// Writes what came; into a new file where the old one turns out to be damaged.
    func remember(_ notes: [HistoryNote], at now: Timestamp) throws(HistoryError) {
        guard !notes.isEmpty else { return }
        try mending(at: now) { database throws(HistoryError) in try database.remember(notes) }
    }

    /// Deletes a part of what began before `edge`.
    ///
    /// - Returns: Whether there may be more of it.
    func prune(before edge: Timestamp, at now: Timestamp) throws(HistoryError) -> Bool {
        var isMore = false
        let limit = limits.prunedAtOnce
        try mending(at: now) { database throws(HistoryError) in
            isMore = try database.prune(before: edge, atMost: limit)
        }
        return isMore
    }

    /// Closes it, after which it is one file and anybody's.
    func close() {
        database.close()
        file.release()
    }

    private func mending(
        at now: Timestamp, _ work: (HistoryDatabase) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        do {
            try work(database)
        } catch {
            guard error.isDamage else { throw error }
            database.close()
            let aside = try file.setAside(at: now)
            news.append(.setAside(as: aside, reason: error.description))
            database = try HistoryDatabase(writing: file.path, limits: limits)
            try work(database)
        }
    }
}
