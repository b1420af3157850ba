/// How far one channel's stream has been read.
///
/// Offsets grow by one with each publication and mean something only within their epoch: after a
/// restart of the server they begin at 1 again, in a new epoch. Publications do not carry the
/// epoch; the reply to a connect does.
struct StreamPosition: Equatable, Sendable {
    /// The newest publication that was read.
    private(set) var offset: Int?
    /// Which life of the stream it belongs to.
    private(set) var epoch: String?

    /// Nothing was read.
    init() {}

    /// All was read that is older than a publication.
    init(before offset: Int, inEpoch epoch: String) {
        self.offset = offset - 1
        self.epoch = epoch
    }

    /// A connection said which life of the stream it reads.
    mutating func connected(toEpoch newEpoch: String?) {
        if newEpoch != epoch || newEpoch == nil { offset = nil }
        epoch = newEpoch
    }

    /// A publication was pushed.
    ///
    /// - Returns: whether it is newer than all before.
    mutating func pushed(_ newOffset: Int?) -> Bool {
        guard let newOffset, newOffset > 0 else { return true }
        if let offset, newOffset <= offset { return false }
        offset = newOffset
        return true
    }

    /// A publication came from the server's cache, where the newest is kept whether it was read
    /// or not.
    ///
    /// - Returns: whether it is at least as new as all before.
    mutating func cached(_ newOffset: Int?) -> Bool {
        if let newOffset, newOffset == offset { return true }
        return pushed(newOffset)
    }
}
