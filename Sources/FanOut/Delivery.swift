public import NowPlaying

/// Something that a subscription is told.
public enum Delivery: Sendable {
    /// A record, and the number that it has among those of its subscription.
    /// `resume` is the highest revision at or below which nothing is pending then.
    case record(Record, of: SubscriptionID, sequence: Int, resume: Revision)
    /// A subscription has been given all that was there when it began.
    case synced(SubscriptionID, resume: Revision)

    /// The part of its subscriber's share that it uses, in bytes.
    public var size: Int {
        switch self {
        case .record(let record, _, _, _): record.bytes.count + Self.usualFrame
        case .synced: Self.usualFrame
        }
    }

    /// The usual size of the frame that connections put around it, in bytes.
    public static let usualFrame = 128
}
