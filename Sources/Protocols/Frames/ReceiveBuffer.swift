/// The bytes that were received and not used yet.
///
/// While it is empty, the next array that comes *is* the buffer, and what is taken is a slice of
/// that array: bytes are copied only where a frame lies across two of them.
struct ReceiveBuffer: Sendable {
    private var storage: [UInt8] = []
    /// The index at which the unused bytes begin; at most `storage.count`.
    private var start = 0

    var count: Int { storage.count - start }

    /// The byte at an offset from the first unused one; the caller has compared with `count`.
    subscript(offset: Int) -> UInt8 { storage[start + offset] }

    /// The unused bytes.
    var bytes: ArraySlice<UInt8> { storage[start...] }

    mutating func append(_ bytes: [UInt8]) {
        if count == 0 {
            storage = bytes
            start = 0
        } else if start == 0 {
            storage.append(contentsOf: bytes)
        } else {
            // A new array at once: slices of the old one may be held by others.
            var joined: [UInt8] = []
            joined.reserveCapacity(count + bytes.count)
            joined.append(contentsOf: storage[start...])
            joined.append(contentsOf: bytes)
            storage = joined
            start = 0
        }
    }

    /// Removes the first bytes and returns them, without copying.
    mutating func removeFirst(_ length: Int) -> ArraySlice<UInt8> {
        let taken = storage[start..<(start + length)]
        skip(length)
        return taken
    }

    /// Removes the first bytes.
    mutating func skip(_ length: Int) {
        start += length
        if start == storage.count {
            // The slices that were taken own the array now.
            storage = []
            start = 0
        }
    }

    func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
        storage[(start + offset)...].firstIndex(of: byte).map { $0 - start }
    }
}
