/// One upstream connection's place in the hub, kept over all its redials.
public struct LinkID: Hashable, Comparable, Sendable {
    /// Grows by one with each link that is made.
    public let number: Int

    /// The link with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Older comes first.
    public static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}
