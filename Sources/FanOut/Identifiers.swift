/// One connected consumer: a socket client, or stdout.
public struct ClientID: Hashable, Comparable, Sendable {
    /// Grows by one with each client that connects.
    public let number: Int

    /// The client with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Older comes first.
    public static func < (left: ClientID, right: ClientID) -> Bool { left.number < right.number }
}

/// Clients that share one allowance.
public enum ClientGroup: Hashable, Sendable {
    /// Programs of this machine. Room is kept for them.
    case local
    /// Clients of the web at one address, in bytes, or in one network of a household.
    case address([UInt8])
    /// A client of the web of which no address is known.
    case client(ClientID)
}

/// One subscription; never given twice within an epoch.
public struct SubscriptionID: Hashable, Comparable, Sendable {
    /// Grows by one with each subscription of any client.
    public let number: Int

    /// The subscription with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Older comes first.
    public static func < (left: SubscriptionID, right: SubscriptionID) -> Bool {
        left.number < right.number
    }
}
