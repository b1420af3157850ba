import Support

/// A server's answer over HTTP other than that the WebSocket is open.
public struct WebSocketRefusal: Hashable, Sendable {
    /// `Retry-After` (RFC 9110 section 10.2.3).
    public enum RetryAfter: Hashable, Sendable {
        /// Wait so many seconds.
        case seconds(Int)
        /// Wait until this date, as the server wrote it.
        case date(String)

        /// The value of a field `Retry-After`.
        public init(_ value: String) {
            // RFC 9111 section 1.2.2: a number too large to hold counts as 2^31.
            let isNumber = !value.isEmpty && value.utf8.allSatisfy(\.isDigit)
            self = isNumber ? .seconds(Int(value) ?? 1 << 31) : .date(value.quotable)
        }
    }

    /// 404, for example.
    public let status: Int
    /// The server's words for it, fit to be shown; may be empty.
    public let reason: String
    /// The address to which it redirects, fit to be shown; never followed.
    public let location: String?
    /// The time that the server names for another attempt.
    public let retryAfter: RetryAfter?
    /// The type of its content, such as `audio/mpeg`; fit to be shown.
    let contentType: String?
    /// Titles stand in the sound that it sends (`icy-metaint`).
    let hasTitles: Bool
    /// It is an Icecast server's answer.
    let isOfIcecast: Bool

    init(_ head: ResponseHead) {
        let type = head.fields["Content-Type"]?.prefix { $0 != ";" }
        contentType = type.map { String($0.trimmingBlanks).asciiLowercased.quotable }
        hasTitles = head.fields["icy-metaint"] != nil
        isOfIcecast = head.fields["Server"]?.asciiLowercased.hasPrefix("icecast") ?? false
        status = head.status
        reason = head.reason.quotable
        location = head.fields["Location"]?.quotable
        retryAfter = head.fields["Retry-After"].map(RetryAfter.init)
    }
}

extension WebSocketRefusal {
    /// Types of lists of addresses, which are not sound themselves.
    private static let playlists = ["audio/mpegurl", "audio/x-mpegurl", "audio/x-scpls"]

    /// Server-sent events.
    var isOfEvents: Bool { contentType?.hasPrefix("text/event-stream") ?? false }

    /// JSON, or a list of JSON texts.
    var isOfJSON: Bool {
        contentType.map { $0.hasPrefix("application/") && $0.hasSuffix("json") } ?? false
    }

    /// Sound is sent, without an end.
    var isAudio: Bool {
        guard status == 200, let contentType else { return false }
        let isSound = contentType.hasPrefix("audio/") || contentType == "application/ogg"
        return isSound && !Self.playlists.contains(contentType)
    }
}
