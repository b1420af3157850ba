internal import NowPlaying

/// A history that is open for writing: its lock, its database, and what becomes of damage.
///
/// For one thread, which may wait for the disk.
final class HistoryKeeper {
    private let file: HistoryFile
    private let limits: HistoryLimits
    private var database: HistoryDatabase
    /// It was damaged, and no new one could be begun: it is of no use any more.
    private(set) var isBroken = false
    /// The news since they were taken last.
    private var news: [HistoryNews] = []

    /// Opens a history, or begins one.
    init(_ path: String, limits: HistoryLimits, at now: Timestamp) throws(HistoryError) {
        file = try HistoryFile(path)
        self.limits = limits
        do {
            database = try HistoryDatabase(writing: path, limits: limits)
        } catch {
            guard error.isDamage else { throw error }
            let aside = try file.setAside(at: now)
            news = [.setAside(as: aside, reason: error.description)]
            database = try HistoryDatabase(writing: path, limits: limits)
        }
        file.wasOpened()
    }

    /// Takes the news of the file.
    func takeNews() -> [HistoryNews] {
        defer { news = [] }
        return news
    }

    /// True if another file, or none, is at its path now.
    var isReplaced: Bool { file.isReplaced }

    /// Returns the choices of listeners and the timelines until now. If a part of the file is
    /// damaged, the choices are saved if they lie in another.
    func restored(at now: Timestamp) throws(HistoryError) -> RestoredState {
        var (restored, skipped) = (RestoredState(), 0)
        try mending(at: now) { database throws(HistoryError) in
            (restored, skipped) = try database.choices()
            let (timelines, skippedElements) = try database.timelines(until: now)
            restored.timelines = timelines
            skipped += skippedElements
        } renewed: { database throws(HistoryError) in
            restored.timelines = [:]
            try database.write(HistoryQueue.Batch(choices: HistoryChoices(restored)))
        }
        if skipped > 0 { news.append(.skipped(rows: skipped)) }
        return restored
    }

    /// Returns the places up to which the file has what others keep; none where that part of it is
    /// damaged.
    var cursors: [String: Int64] { (try? database.cursors()) ?? [:] }

    /// Returns the timelines of stations until now.
    func timelines(at now: Timestamp) throws(HistoryError) -> [String: StationTimeline] {
        var timelines: [String: StationTimeline] = [:]
        try mending(at: now) { database throws(HistoryError) in
            timelines = try database.timelines(until: now).timelines
        }
        return timelines
    }

    /// Writes what came; into a new file where the old one turns out to be damaged.
    func write(_ batch: HistoryQueue.Batch, at now: Timestamp) throws(HistoryError) {
        guard !batch.isEmpty else { return }
        try mending(at: now) { database throws(HistoryError) in try database.write(batch) }
    }

    /// Deletes a part of what began before `edge`.
    ///
    /// - Returns: Whether there may be more of it.
    func prune(before edge: Timestamp, at now: Timestamp) throws(HistoryError) -> Bool {
        var isMore = false
        try mending(at: now) { database throws(HistoryError) in
            isMore = try database.prune(before: edge)
        }
        return isMore
    }

    /// Closes it, after which it is one file, and other hubs may have it.
    func close() {
        database.close()
        file.release()
    }

    /// Closes it after its file was moved away, so that another can be opened at its path.
    func closeMoved() throws(HistoryError) {
        try database.closeMoved()
        file.release()
    }

    /// Does something with the database. One that turns out to be damaged is set aside, and a new
    /// one begun, with which it is done again, or `renewed`.
    private func mending(
        at now: Timestamp, _ work: (HistoryDatabase) throws(HistoryError) -> Void,
        renewed: ((HistoryDatabase) throws(HistoryError) -> Void)? = nil
    ) throws(HistoryError) {
        do {
            try work(database)
        } catch {
            guard error.isDamage else { throw error }
            database.close()
            isBroken = true
            let aside = try file.setAside(at: now)
            news.append(.setAside(as: aside, reason: error.description))
            database = try HistoryDatabase(writing: file.path, limits: limits)
            file.wasOpened()
            isBroken = false
            if let renewed { try renewed(database) } else { try work(database) }
        }
    }
}

extension HistoryChoices {
    /// Takes the choices from a restored state, to be written anew.
    init(_ restored: RestoredState) {
        preferences = restored.preferences
        for session in restored.sessions { sessions[session.id] = .some(session) }
    }
}
