/// The read position in one channel's stream.
///
/// Offsets grow by one with each publication and mean something only within their epoch: after a
/// restart of the server they begin at 1 again, in a new epoch. Publications do not carry the
/// epoch; the reply to a connect does.
struct StreamPosition: Equatable, Sendable {
    /// The newest publication that was read.
    private(set) var offset: Int?
    /// The epoch of the stream that it belongs to.
    private(set) var epoch: String?

    /// The position before all publications.
    init() {}

    /// The position right before a publication.
    init(before offset: Int, inEpoch epoch: String) {
        self.offset = offset - 1
        self.epoch = epoch
    }

    /// A connection named the epoch of the stream that it reads.
    mutating func connected(toEpoch newEpoch: String?) {
        if newEpoch != epoch || newEpoch == nil { offset = nil }
        epoch = newEpoch
    }

    /// A publication was pushed.
    ///
    /// - Returns: True if it is newer than all before.
    mutating func pushed(_ newOffset: Int?) -> Bool {
        guard let newOffset, newOffset > 0 else { return true }
        if let offset, newOffset <= offset { return false }
        offset = newOffset
        return true
    }

    /// A publication came from the server's cache, which keeps the newest even if it was read
    /// before.
    ///
    /// - Returns: True if it is at least as new as all before.
    mutating func cached(_ newOffset: Int?) -> Bool {
        if let newOffset, newOffset == offset { return true }
        return pushed(newOffset)
    }
}
