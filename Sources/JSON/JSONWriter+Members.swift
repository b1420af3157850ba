/// Whole members in one call. A value that is `nil` leaves its member out.
extension JSONWriter {
    /// Begins an object as the member with this name.
    public mutating func beginObject(_ name: StaticString) {
        name.withUTF8Buffer { appendMember($0, atMost: 1) { $0.put(UInt8(ascii: "{")) } }
        needsComma = false
    }

    /// Begins an array as the member with this name.
    public mutating func beginArray(_ name: StaticString) {
        name.withUTF8Buffer { appendMember($0, atMost: 1) { $0.put(UInt8(ascii: "[")) } }
        needsComma = false
    }

    /// Writes a string as the member with this name.
    public mutating func member(_ name: StaticString, _ value: String?) {
        guard var value else { return }
        value.withUTF8 { text in
            name.withUTF8Buffer { name in
                guard Self.isPlain(text) else {
                    appendMember(name) { _ in }
                    return appendEscaped(text)
                }
                appendMember(name, atMost: text.count + 2) { $0.put(quoted: text) }
            }
        }
    }

    /// Writes a whole number as the member with this name.
    public mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    /// Writes a number, which must be finite, as the member with this name.
    public mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        double(value)
    }

    /// Writes a truth value as the member with this name.
    public mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    /// Writes milliseconds as seconds as the member with this name.
    public mutating func member(_ name: StaticString, milliseconds: Int64?) {
        guard let milliseconds else { return }
        name.withUTF8Buffer {
            appendMember($0, atMost: Place.secondsMax) { $0.put(milliseconds: milliseconds) }
        }
    }

    /// Writes a number of thousandths as the member with this name.
    public mutating func member(_ name: StaticString, thousandths: Int64?) {
        member(name, milliseconds: thousandths)
    }

    /// Writes what is JSON already as the member with this name.
    public mutating func member(_ name: StaticString, raw value: [UInt8]?) {
        guard let value else { return }
        key(name)
        raw(value)
    }
}
