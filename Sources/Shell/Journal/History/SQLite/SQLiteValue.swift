/// A value of a column or of a parameter, of one of SQLite's types (sqlite.org/datatype3.html).
enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// A text that may be missing.
    init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }

    /// A number that may be missing.
    init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }
}
