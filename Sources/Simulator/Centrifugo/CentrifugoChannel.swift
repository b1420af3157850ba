import NowPlaying

/// A channel with a history of one publication: the server's side of recovery in cache mode.
///
/// ```
/// publish A   offset 1   cached: A
/// publish B   offset 2   cached: B
/// 30 s pass   offset 2   cached: nothing; a client that holds offset 2 still has missed nothing
/// restart     offset 0   another epoch: offsets of before mean nothing
/// ```
struct CentrifugoChannel: Sendable {
    /// A publication with its place in the channel.
    struct StoredPublication: Hashable, Sendable {
        let offset: UInt64
        /// JSON.
        let data: [UInt8]
        fileprivate let expiresAt: Instant
    }

    /// The result of a subscription: the member of `subs` in a connect reply.
    struct Subscribed: Hashable, Sendable {
        var epoch: String
        /// Absent on the wire when 0.
        var offset: UInt64
        /// The client asked for missed publications.
        var wasRecovering: Bool
        /// The missed publications are complete: by the publication, or because there are none.
        var isRecovered: Bool
        var publication: StoredPublication?
    }

    private(set) var epoch: String
    private(set) var offset: UInt64 = 0
    private var latest: StoredPublication?

    /// The time for which a publication stays in AzuraCast's histories.
    static let historyTTL = Interval.seconds(30)

    /// A channel without publications.
    init(epoch: String) {
        self.epoch = epoch
    }

    /// Gives the data its offset and keeps it.
    mutating func publish(_ data: [UInt8], at now: Instant) -> StoredPublication {
        offset += 1
        let publication = StoredPublication(
            offset: offset, data: data, expiresAt: now + Self.historyTTL)
        latest = publication
        return publication
    }

    /// The result for a client that subscribes now.
    func subscribe(
        _ request: CentrifugoConnectCommand.Subscription, at now: Instant
    ) -> Subscribed {
        var found = Subscribed(
            epoch: epoch, offset: offset, wasRecovering: request.isRecovering, isRecovered: false)
        guard request.isRecovering else { return found }
        let cached = latest.flatMap { now < $0.expiresAt ? $0 : nil }
        let isUpToDate =
            request.offset > 0 && request.offset == offset && request.epoch == epoch
        found.isRecovered = isUpToDate || cached != nil
        if found.isRecovered {
            // A recovered client receives the offset of its request, not the channel's.
            found.offset = request.offset
        }
        found.publication = isUpToDate ? nil : cached
        return found
    }
}
