internal import CSQLite

/// An error of SQLite, in its own words.
struct SQLiteError: Error, Equatable {
    /// The errors that are told apart; all others are of the file system's kind.
    enum Kind {
        case damage, lock, full, other
    }

    /// The extended result code (sqlite.org/rescode.html).
    let code: Int32
    /// The library's message.
    let message: String

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The error that a function has returned.
    ///
    /// - Parameter connection: The connection that has the message; `nil` where there is none.
    init(code: Int32, on connection: OpaquePointer?) {
        let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        self.init(code: code, message: text.map { String(cString: $0) } ?? "SQLite error \(code)")
    }

    /// The error of a file that contradicts itself.
    static func damage(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: message)
    }

    var kind: Kind {
        // The low byte of an extended code is the primary one.
        switch code & 0xFF {
        case SQLITE_NOTADB, SQLITE_CORRUPT: .damage
        // All statements are known to fit the schema: the schema was changed.
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damage
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .lock
        default: .other
        }
    }
}
