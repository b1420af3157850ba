/// Pusher's codes (https://pusher.com/docs/channels/library_auth_reference/
/// pusher-websockets-protocol/, “Error codes”).
extension FeedDisconnect {
    /// What a close code, or the same code in an error, asks for.
    ///
    /// - Returns: `nil` for a code that is not Pusher's.
    init?(pusher code: Int, reason: String) {
        switch code {
        case 4000..<4100: self.init(code: code, reason: reason, retry: .terminal)
        case 4100..<4300: self.init(code: code, reason: reason, retry: .backoff)
        default: return nil
        }
    }
}
