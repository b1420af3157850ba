/// Whole members in one call. A value that is `nil` leaves its member out.
extension JSONWriter {
    /// Begins an object as the member with this name.
    public mutating func beginObject(_ name: StaticString) {
        key(name)
        beginObject()
    }

    /// Begins an array as the member with this name.
    public mutating func beginArray(_ name: StaticString) {
        key(name)
        beginArray()
    }

    /// Writes a string as the member with this name.
    public mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
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
        key(name)
        seconds(milliseconds: milliseconds)
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
