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

/// One subscription; never given twice within an epoch.
public struct SubscriptionID: Hashable, Comparable, Sendable {
    /// Grows by one with each subscription, whoever makes it.
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

/// A station's place in the hub.
struct StationIndex: Hashable, Comparable, Sendable {
    let number: Int

    static func < (left: StationIndex, right: StationIndex) -> Bool {
        left.number < right.number
    }
}

/// A listening session's place in the hub; never given twice within an epoch.
struct SessionIndex: Hashable, Comparable, Sendable {
    /// Grows by one with each session that is made.
    let number: Int

    static func < (left: SessionIndex, right: SessionIndex) -> Bool {
        left.number < right.number
    }
}

extension [StationIndex] {
    /// Each once, in the order in which they first come.
    var withoutRepeats: [StationIndex] {
        var known: Set<StationIndex> = []
        return filter { known.insert($0).inserted }
    }
}

/// The hub's version of all that it knows: grows by one with each change, valid in one epoch.
public typealias Revision = Int64
