/// Centrifugo's codes (https://centrifugal.dev/docs/server/codes).
extension FeedDisconnect {
    /// The channel limit of the server: the one code that fewer channels cure.
    private static let channelLimit = 3505
    /// Errors in replies that are over soon: internal error, too many requests.
    private static let temporaryErrors: Set<Int> = [100, 111]
    /// The reply that says that a limit was reached.
    private static let limitExceeded = 106

    /// A server's `disconnect` push.
    init(centrifugo code: Int, reason: String) {
        let retry: Retry =
            switch code {
            case Self.channelLimit: .backoffWithFewerStations
            case 3500..<4000, 4500..<5000: .terminal
            default: .backoff
            }
        self.init(code: code, reason: reason, retry: retry)
    }

    /// A server's error in reply to the first frame.
    ///
    /// Only servers that speak the bidirectional protocol alone reply so. What is not temporary
    /// will be the same next time.
    init(centrifugoError code: Int, reason: String, isTemporary: Bool) {
        let retry: Retry =
            if isTemporary || Self.temporaryErrors.contains(code) {
                .backoff
            } else if code == Self.limitExceeded {
                .backoffWithFewerStations
            } else {
                .terminal
            }
        self.init(code: code, reason: reason, retry: retry)
    }
}
