internal import CSQLite
internal import NowPlaying

/// A connection to a database file, for one thread at a time.
final class SQLiteConnection {
    /// The rights that a file is opened with.
    enum Access {
        /// The file must be there.
        case reading
        /// The file is made where it is not there.
        case writing
    }

    /// A transaction by its lock.
    enum Transaction: String {
        /// One state of the database, while others may write.
        case reading = "BEGIN DEFERRED"
        /// The lock comes first, so that no later statement has to wait for it in vain.
        case writing = "BEGIN IMMEDIATE"
    }

    private var handle: OpaquePointer?
    /// Statements that were compiled, by their texts, of which the program has few.
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file.
    ///
    /// - Parameter lockTimeout: How long other processes that have it locked are waited for.
    init(_ path: String, for access: Access, lockTimeout: Interval) throws(SQLiteError) {
        let rights =
            switch access {
            case .reading: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let flags = rights | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // If this fails, `deinit` frees the connection.
        try check(sqlite3_open_v2(path, &handle, flags, nil))
        try check(sqlite3_busy_timeout(handle, Int32(clamping: lockTimeout.milliseconds)))
    }

    deinit { close() }

    /// Closes the file; nothing can be asked of it any more.
    func close() {
        // An open statement would keep the file open.
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Does something in one transaction, or nothing of it.
    func transaction<Answer>(
        _ kind: Transaction, _ work: () throws(SQLiteError) -> Answer
    ) throws(SQLiteError) -> Answer {
        try execute(kind.rawValue)
        do throws(SQLiteError) {
            let answer = try work()
            try execute("COMMIT")
            return answer
        } catch {
            // Some errors have ended it already (sqlite.org/lang_transaction.html).
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs statements that have no parameters, and whose rows are of no interest.
    func execute(_ script: String) throws(SQLiteError) {
        try check(sqlite3_exec(opened(), script, nil, nil, nil))
    }

    /// A statement, compiled at its first use.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let new = try SQLiteStatement(sql, on: opened())
        statements[sql] = new
        return new
    }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
        try statement(sql).run(values)
    }

    /// The values of the first column.
    func values(_ sql: String) throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        try statement(sql).eachRow([]) { row in
            values.append(row.value(0) ?? .null)
            return true
        }
        return values
    }

    /// The whole number that is first in the first row; `nil` where there is none.
    func number(_ sql: String) throws(SQLiteError) -> Int64? {
        guard case .integer(let number)? = try values(sql).first else { return nil }
        return number
    }

    /// The number of rows that the last statement has changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    private func opened() throws(SQLiteError) -> OpaquePointer {
        guard let handle else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")
        }
        return handle
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw SQLiteError(code: code, on: handle) }
    }
}
