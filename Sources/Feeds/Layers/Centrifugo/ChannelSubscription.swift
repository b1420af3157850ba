import NowPlaying
import Support

/// One channel of a conversation with a Centrifugo server: how far it was read, and how its
/// subscription stands.
struct ChannelSubscription: Sendable {
    /// The pause before a refused channel is asked for again.
    private static var longPause: Interval { .seconds(300) }
    /// The time in which the server must hand over the newest publication.
    private static var patience: Interval { .seconds(2) }

    let name: String
    var position = StreamPosition()
    /// The server does not send it.
    private(set) var isRefused = false
    /// A publication came of it, on this connection or an earlier one.
    private(set) var hasPublished = false
    /// When to ask for it again, where it is not sent.
    private(set) var asksAgainAt: Instant?
    /// When it counts as unconfirmed, unless something comes of it before.
    private(set) var doubtedAt: Instant?
    /// Its newest publication was asked for, on this connection.
    private var hasAskedForNewest = false
    /// Errors in a row that were to be over soon.
    private var failures = 0

    init(_ name: String) {
        self.name = name
    }

    /// When it wants to be looked at.
    var deadline: Instant? { [asksAgainAt, doubtedAt].compactMap { $0 }.min() }

    /// A connection is open, on which the server has said nothing of it.
    mutating func begin() {
        (isRefused, hasAskedForNewest, failures) = (false, false, 0)
        (asksAgainAt, doubtedAt) = (nil, nil)
    }

    /// The server sends it.
    ///
    /// - Returns: whether it did not before.
    mutating func accepted() -> Bool {
        defer { (isRefused, failures, asksAgainAt) = (false, 0, nil) }
        return isRefused || failures > 0
    }

    /// The server does not send it.
    mutating func refused() {
        isRefused = true
        doubtedAt = nil
    }

    /// It will be asked for again, after the long pause.
    mutating func askAgain(after now: Moment) {
        asksAgainAt = now.monotonic + Self.longPause
    }

    /// The server could not send it just now.
    mutating func failed(at now: Moment) {
        asksAgainAt = now.monotonic + .seconds(min(20, 1 << min(failures, 5)))
        failures += 1
        doubtedAt = nil
    }

    /// Something came of it.
    mutating func heard() {
        (isRefused, asksAgainAt, doubtedAt) = (false, nil, nil)
    }

    /// A publication came of it.
    mutating func published() {
        hasPublished = true
        heard()
    }

    /// Begins to ask for the newest publication, where the server tells its number: subscribed to
    /// from the one before it, it is handed over if it is kept.
    ///
    /// - Returns: whether to ask; it is done once for each connection.
    mutating func asksForNewest(of subscription: CentrifugoSubscription, at now: Moment) -> Bool {
        guard !hasAskedForNewest, let offset = subscription.offset, offset > 0,
            let epoch = subscription.epoch
        else { return false }
        hasAskedForNewest = true
        position = StreamPosition(before: offset, inEpoch: epoch)
        doubtedAt = now.monotonic + Self.patience
        return true
    }

    /// It is time to ask for it again.
    mutating func takesAsking(at now: Moment) -> Bool {
        guard let time = asksAgainAt, now.monotonic >= time else { return false }
        asksAgainAt = nil
        return true
    }

    /// It is time to doubt it.
    mutating func takesDoubt(at now: Moment) -> Bool {
        guard let time = doubtedAt, now.monotonic >= time else { return false }
        doubtedAt = nil
        return true
    }
}

/// The reasons of a Centrifugo server's subscriptions.
extension StationConnection.Reason {
    /// The server answered a subscription with an error.
    static func subscriptionRefused(_ channel: String, code: Int, _ words: String) -> Self {
        refused("the server refuses “\(channel)” (\(joined(code, words)))")
    }

    /// The server names the channels that it accepted, and not this one.
    static func leftOut(_ channel: String) -> Self {
        refused("the server leaves “\(channel)” out of its answer: it accepts no such name")
    }

    /// The server ended a subscription.
    static func unsubscribed(_ channel: String, code: Int, _ words: String) -> Self {
        refused("the server took “\(channel)” away (\(joined(code, words)))")
    }

    /// Some of what was published is lost.
    static func missed(_ channel: String) -> Self {
        Self(
            code: "missed",
            text: "the server no longer has what was published in “\(channel.quotable(80))” while "
                + "there was no connection")
    }

    private static func refused(_ text: String) -> Self {
        Self(code: "subscriptionRefused", text: text.quotable(300))
    }

    private static func joined(_ code: Int, _ words: String) -> String {
        words.isEmpty ? "\(code)" : "\(code) \(words)"
    }
}
