/// A server's answer over HTTP other than that the WebSocket is open.
public struct WebSocketRefusal: Hashable, Sendable {
    /// `Retry-After` (RFC 9110 section 10.2.3).
    public enum RetryAfter: Hashable, Sendable {
        /// Wait so many seconds.
        case seconds(Int)
        /// Wait until this date, as the server wrote it.
        case date(String)

        init(_ value: String) {
            // RFC 9111 section 1.2.2: a number too large to hold counts as 2^31.
            let isNumber = !value.isEmpty && value.utf8.allSatisfy(\.isDigit)
            self = isNumber ? .seconds(Int(value) ?? 1 << 31) : .date(value)
        }
    }

    /// 404, for example.
    public let status: Int
    /// The server's words for it; may be empty.
    public let reason: String
    /// Where it would send us; never followed.
    public let location: String?
    /// When it would like to be asked again.
    public let retryAfter: RetryAfter?

    init(_ head: ResponseHead) {
        status = head.status
        reason = head.reason
        location = head.fields["Location"]
        retryAfter = head.fields["Retry-After"].map(RetryAfter.init)
    }
}
