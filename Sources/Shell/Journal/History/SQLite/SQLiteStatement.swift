internal import CSQLite

/// A compiled statement: values in, rows out.
///
/// Its columns are those of the row that `step` has come to, and are numbered from 0.
final class SQLiteStatement {
    /// SQLite copies what is bound with this destructor.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let handle: OpaquePointer

    /// Compiles a statement that will be run many times.
    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var compiled: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(connection, sql, -1, flags, &compiled, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code: code, on: connection) }
        guard let compiled else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "a statement is empty")
        }
        handle = compiled
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs it to its end.
    func run(_ values: [SQLiteValue]) throws(SQLiteError) {
        try eachRow(values) { _ in true }
    }

    /// Hands over row after row, for as long as more are wanted.
    func eachRow(
        _ values: [SQLiteValue], _ take: (SQLiteStatement) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        // An unfinished statement would keep its transaction open.
        defer { sqlite3_reset(handle) }
        try bind(values)
        while try step(), try take(self) {}
    }

    private func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(code)
        }
    }

    // MARK: Parameters

    private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        // A parameter without a value would keep that of the run before.
        guard values.count == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(code: SQLITE_RANGE, message: "a statement lacks values")
        }
        for (place, value) in values.enumerated() {
            let code = bind(value, at: Int32(place + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    private func bind(_ value: SQLiteValue, at place: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, place)
        case .integer(let number): return sqlite3_bind_int64(handle, place, number)
        case .real(let number): return sqlite3_bind_double(handle, place, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty text may have no address, which SQLite takes for NULL.
                guard let start = bytes.baseAddress else {
                    return sqlite3_bind_text(handle, place, "", 0, Self.transient)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text64(
                        handle, place, $0, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            return sqlite3_bind_blob64(handle, place, bytes, UInt64(bytes.count), Self.transient)
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, on: sqlite3_db_handle(handle))
    }

    // MARK: Columns

    /// The value of a column; `nil` for a text or bytes that are longer than `lengthMax`.
    func value(_ column: Int, lengthMax: Int = .max) -> SQLiteValue? {
        let column = Int32(column)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            return bytes(sqlite3_column_text(handle, column), of: column, lengthMax)
                .map { .text(String(decoding: $0, as: UTF8.self)) }
        case SQLITE_BLOB:
            return bytes(sqlite3_column_blob(handle, column), of: column, lengthMax)
                .map { .blob(Array($0)) }
        default: return .null
        }
    }

    /// The bytes that begin at an address, which was asked for first: that makes the length right.
    private func bytes(
        _ start: UnsafeRawPointer?, of column: Int32, _ lengthMax: Int
    ) -> UnsafeRawBufferPointer? {
        let length = Int(sqlite3_column_bytes(handle, column))
        guard length <= lengthMax else { return nil }
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    }
}
