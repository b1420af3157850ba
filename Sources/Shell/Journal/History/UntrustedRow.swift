internal import NowPlaying
import Support

/// A row that was damaged, or that nphub has not written.
struct DamagedRow: Error {}

/// A row of a file that may hold anything: NULL, another type, and texts and times that no feed
/// has. Columns are numbered as they are selected.
struct UntrustedRow {
    private let row: SQLiteStatement
    private let longestText: Int

    init(_ row: SQLiteStatement, limits: HistoryLimits) {
        self.row = row
        longestText = limits.text
    }

    /// A text; `nil` where there is none.
    func text(_ column: Int) throws(DamagedRow) -> String? {
        switch row.value(column, lengthMax: longestText) {
        case .null: return nil
        case .text(let text) where !text.hasControls: return text.streamSafe
        default: throw DamagedRow()
        }
    }

    /// A text that cannot be missing.
    func requiredText(_ column: Int) throws(DamagedRow) -> String {
        guard let text = try text(column), !text.isEmpty else { throw DamagedRow() }
        return text
    }

    /// An id that the hub has made.
    func identifier(_ column: Int) throws(DamagedRow) -> String {
        let id = try requiredText(column)
        guard id.isIdentifier else { throw DamagedRow() }
        return id
    }

    /// A time, within the years that times are calculated with.
    func time(_ column: Int) throws(DamagedRow) -> Timestamp? {
        guard let number = try number(column) else { return nil }
        let time = Timestamp(seconds: Double(number) / 1_000)
        guard time != nil else { throw DamagedRow() }
        return Timestamp(milliseconds: number)
    }

    /// A time that cannot be missing.
    func requiredTime(_ column: Int) throws(DamagedRow) -> Timestamp {
        guard let time = try time(column) else { throw DamagedRow() }
        return time
    }

    /// A length of time.
    func length(_ column: Int) throws(DamagedRow) -> Interval? {
        guard let number = try time(column)?.milliseconds else { return nil }
        guard number >= 0 else { throw DamagedRow() }
        return Interval(milliseconds: number)
    }

    /// A whole number.
    func number(_ column: Int) throws(DamagedRow) -> Int64? {
        switch row.value(column, lengthMax: longestText) {
        case .null: return nil
        case .integer(let number): return number
        default: throw DamagedRow()
        }
    }

    /// An address on the web.
    func address(_ column: Int) throws(DamagedRow) -> String? {
        guard let address = try text(column) else { return nil }
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw DamagedRow()
        }
        return address
    }

    /// A value as it is.
    func value(_ column: Int) -> SQLiteValue { row.value(column) ?? .null }
}

extension String {
    /// True if a character of it controls a terminal: C0, DEL or C1 (ECMA-48).
    fileprivate var hasControls: Bool {
        var before: UInt8 = 0
        return utf8.contains { byte in
            defer { before = byte }
            return byte < 0x20 || byte == 0x7F || (before == 0xC2 && (0x80...0x9F).contains(byte))
        }
    }
}
