/// Centrifugo's codes (https://centrifugal.dev/docs/server/codes).
extension FeedDisconnect {
    /// The channel limit of the server: the one code that fewer channels cure.
    private static let channelLimit = 3505
    /// Errors in replies that are over soon: internal error, too many requests.
    private static let temporaryErrors: Set<Int> = [100, 111]
    /// The reply that says that a limit was reached.
    static let limitExceeded = 106
    /// The code for whatever a server cannot make sense of.
    private static let badRequest = 3501
    /// The same in replies, where Centrifugo 2 and 3 give it for commands of later protocols.
    private static let badCommand = 107

    /// The server speaks a protocol that is not read.
    static var olderCentrifugo: FeedDisconnect {
        FeedDisconnect(code: 0, reason: "this is " + older, retry: .terminal)
    }

    private static var older: String {
        "Centrifugo 2 or 3, which is not read; 4 or later is needed"
    }

    /// A server's error is over soon.
    static func isTemporary(_ code: Int, isSaidSo: Bool) -> Bool {
        isSaidSo || temporaryErrors.contains(code)
    }

    /// A server's `disconnect` push.
    init(centrifugo code: Int, reason: String) {
        let retry: Retry =
            switch code {
            case Self.channelLimit: .backoffWithFewerStations
            case 3500..<4000, 4500..<5000: .terminal
            default: .backoff
            }
        self.init(code: code, reason: reason, retry: retry)
        if code == Self.badRequest {
            hint = "it may want a token, or have no such namespace of channels"
        }
    }

    /// A server's error in reply to the first frame.
    ///
    /// An error that is not temporary will be the same next time.
    init(centrifugoError code: Int, reason: String, isTemporary: Bool) {
        let retry: Retry =
            if Self.isTemporary(code, isSaidSo: isTemporary) {
                .backoff
            } else if code == Self.limitExceeded {
                .backoffWithFewerStations
            } else {
                .terminal
            }
        self.init(code: code, reason: reason, retry: retry)
        isRefusal = true
        if code == Self.badCommand { hint = "it may be " + Self.older }
    }
}
