/// One connection to a simulated server.
public struct ClientID: Hashable, Sendable {
    /// Never used twice in the life of a server.
    public var number: UInt64

    /// The connection with this number.
    public init(number: UInt64) {
        self.number = number
    }
}
