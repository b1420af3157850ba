import Support

/// Writes JSON (RFC 8259) without white space, in the order of the calls.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.member("title", title)
/// writer.member("album", album)    // nil: nothing is written
/// writer.beginArray("tags")
/// for tag in tags { writer.string(tag) }
/// writer.endArray()
/// writer.endObject()
/// ```
/// The writer sets the commas. The caller must match every `begin…` with its `end…`, and must give
/// every member of an object a key.
public struct JSONWriter: Sendable {
    /// The bytes that were written so far.
    public internal(set) var bytes: [UInt8]
    /// True if the next value or key needs a comma before it.
    var needsComma = false

    /// A writer that appends to these bytes.
    ///
    /// - Parameter capacity: The number of bytes in all that fit without a reallocation.
    public init(appendingTo bytes: [UInt8] = [], capacity: Int = 0) {
        self.bytes = bytes
        if capacity > bytes.count { self.bytes.reserveCapacity(capacity) }
    }

    /// Begins an object: the text's value, or the next element or member.
    public mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Ends the object that was begun last.
    public mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Begins an array: the text's value, or the next element or member.
    public mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Ends the array that was begun last.
    public mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    /// Begins the member with this name; its value must follow.
    ///
    /// - Precondition: the name needs no escapes.
    public mutating func key(_ name: StaticString) {
        name.withUTF8Buffer { appendMember($0) { _ in } }
        needsComma = false
    }

    /// Begins the member with a name that is not known beforehand; its value must follow.
    public mutating func key(named name: String) {
        separate()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        separate()
        appendQuoted(value)
    }

    /// Writes a whole number.
    public mutating func int(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(decimal: UInt64(value.magnitude))
    }

    /// Writes a number in the shortest text that reads back as the same, `12` for 12.0.
    ///
    /// - Precondition: it is finite; JSON has no other numbers.
    public mutating func double(_ value: Double) {
        invariant(value.isFinite, "JSON has no word for a number that is not finite")
        if let whole = Int(exactly: value), whole.magnitude < 1 << 54 { return int(whole) }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes milliseconds as seconds, exactly: 12500 as `12.5`, −250 as `-0.25`.
    public mutating func seconds(milliseconds: Int64) {
        separate()
        append(atMost: Place.secondsMax) { $0.put(milliseconds: milliseconds) }
    }

    /// Writes a truth value.
    public mutating func bool(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append("null")
    }

    /// Writes a value, and returns its range in `bytes`.
    public mutating func value(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
        let start = bytes.count + (needsComma ? 1 : 0)
        write(&self)
        return start..<bytes.count
    }

    /// Writes a value that is JSON already.
    public mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
    }

    /// Writes a value that is JSON already.
    public mutating func raw(_ value: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: value)
    }
}
