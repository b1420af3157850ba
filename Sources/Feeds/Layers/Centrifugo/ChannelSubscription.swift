import NowPlaying
import Support

/// One channel of a conversation with a Centrifugo server: its read position, and the state of its
/// subscription.
struct ChannelSubscription: Sendable {
    /// The pause before a refused channel is requested again.
    private static var longPause: Interval { .seconds(300) }
    /// The time in which the server must hand over the newest publication.
    private static var patience: Interval { .seconds(2) }

    let name: String
    var position = StreamPosition()
    /// The server does not send it.
    private(set) var isRefused = false
    /// A publication of it came, on this connection or an earlier one.
    private(set) var hasPublished = false
    /// The time of the next request for it, if it is not sent.
    private(set) var asksAgainAt: Instant?
    /// The time at which it counts as unconfirmed, unless a message of it comes before.
    private(set) var doubtedAt: Instant?
    /// Its newest publication was requested, on this connection.
    private var hasAskedForNewest = false
    /// The number of successive errors that the server called temporary.
    private var failures = 0

    init(_ name: String) {
        self.name = name
    }

    /// The next time at which it must be checked.
    var deadline: Instant? { [asksAgainAt, doubtedAt].compactMap { $0 }.min() }

    /// A connection is open, on which the server has sent nothing about it.
    mutating func begin() {
        (isRefused, hasAskedForNewest, failures) = (false, false, 0)
        (asksAgainAt, doubtedAt) = (nil, nil)
    }

    /// The server sends it.
    ///
    /// - Returns: True if the server did not send it before.
    mutating func accepted() -> Bool {
        defer { (isRefused, failures, asksAgainAt) = (false, 0, nil) }
        return isRefused || failures > 0
    }

    /// The server does not send it.
    mutating func refused() {
        isRefused = true
        doubtedAt = nil
    }

    /// Schedules the next request for it after the long pause.
    mutating func askAgain(after now: Moment) {
        asksAgainAt = now.monotonic + Self.longPause
    }

    /// The server could not send it for the moment.
    mutating func failed(at now: Moment) {
        asksAgainAt = now.monotonic + .seconds(min(20, 1 << min(failures, 5)))
        failures += 1
        doubtedAt = nil
    }

    /// A message about it came.
    mutating func heard() {
        (isRefused, asksAgainAt, doubtedAt) = (false, nil, nil)
    }

    /// A publication came of it.
    mutating func published() {
        hasPublished = true
        heard()
    }

    /// Begins to request the newest publication, if its number is known: a subscription from the
    /// number before it brings it, if the server keeps it.
    ///
    /// - Returns: True if it must be requested; at most once for each connection.
    mutating func asksForNewest(of subscription: CentrifugoSubscription, at now: Moment) -> Bool {
        guard !hasAskedForNewest, let offset = subscription.offset, offset > 0,
            let epoch = subscription.epoch
        else { return false }
        hasAskedForNewest = true
        position = StreamPosition(before: offset, inEpoch: epoch)
        doubtedAt = now.monotonic + Self.patience
        return true
    }

    /// True once, when it is time to request it again.
    mutating func takesAsking(at now: Moment) -> Bool {
        guard let time = asksAgainAt, now.monotonic >= time else { return false }
        asksAgainAt = nil
        return true
    }

    /// True once, when it is time to doubt it.
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
        refused("the server refuses `\(channel)` (\(joined(code, words)))")
    }

    /// The server names the channels that it accepted, and not this one.
    static func leftOut(_ channel: String) -> Self {
        refused("the server leaves `\(channel)` out of its answer: it accepts no such name")
    }

    /// The server ended a subscription.
    static func unsubscribed(_ channel: String, code: Int, _ words: String) -> Self {
        refused("the server took `\(channel)` away (\(joined(code, words)))")
    }

    /// Some publications are lost.
    static func missed(_ channel: String) -> Self {
        Self(
            code: "missed",
            text: "the server no longer has what was published in `\(channel.quotable(80))` while "
                + "there was no connection")
    }

    private static func refused(_ text: String) -> Self {
        Self(code: "subscriptionRefused", text: text.quotable(300))
    }

    private static func joined(_ code: Int, _ words: String) -> String {
        words.isEmpty ? "\(code)" : "\(code) \(words)"
    }
}
