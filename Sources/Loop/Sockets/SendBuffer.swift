import Support

/// Bytes that are waiting for the kernel, first in, first out.
struct SendBuffer {
    private var bytes: [UInt8] = []
    private var head = 0

    /// The number of waiting bytes.
    var count: Int { bytes.count - head }
    /// The number of bytes for which there is memory.
    var capacity: Int { bytes.capacity }
    /// True if no bytes wait.
    var isEmpty: Bool { head == bytes.count }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// Shows what is waiting to `write`, which tells how many of them it got rid of. What is left
    /// is moved to the front only when it is the smaller part, so that each byte moves only once
    /// or twice.
    mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
        let written = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[head...])) }
        invariant(written >= 0 && written <= count, "no more is written than was shown")
        head += written
        if isEmpty {
            clear()
        } else if head > bytes.count / 2 {
            bytes.removeFirst(head)
            head = 0
        }
    }

    /// Gives back the memory that is not in use: a peer that does not read may leave it at that.
    mutating func trim() {
        guard capacity - count > LoopLimits.keptBufferBytes else { return }
        // `Array` of all there is would share its memory.
        bytes = bytes[head...].withUnsafeBufferPointer { Array($0) }
        head = 0
    }

    /// Drops what is waiting.
    mutating func clear() {
        head = 0
        bytes.removeAll(keepingCapacity: capacity <= LoopLimits.keptBufferBytes)
    }
}
