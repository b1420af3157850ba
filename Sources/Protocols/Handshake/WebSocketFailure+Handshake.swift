import Support

extension WebSocketFailure {
    static func notHTTP(firstByte: UInt8) -> Self {
        // RFC 8446 section 5.1: a server of TLS answers HTTP with an alert record, type 21.
        let isTLS = firstByte == 0x15 || firstByte == 0x16
        return Self(
            .notHTTP,
            isTLS
                ? "the server speaks TLS on this port: the address should begin with wss://"
                : "the server does not speak HTTP on this port")
    }

    /// The answer of a SHOUTcast 1 server.
    static let shoutcast = Self(
        .titledStream, "the server sends an audio stream (SHOUTcast) with titles in it")

    static func httpVersion(_ version: String) -> Self {
        Self(.httpVersion, "the server answered in HTTP/\(version.quotable), not HTTP/1.1")
    }

    static func refused(_ refusal: WebSocketRefusal) -> Self {
        let answer = "the server answered \(refusal.status) \(refusal.reason)".trimmed
        let (code, consequence) = consequence(of: refusal)
        return Self(code, "\(answer): \(consequence)", refusal: refusal)
    }

    private static func consequence(of refusal: WebSocketRefusal) -> (Code, String) {
        switch refusal.status {
        case _ where refusal.isAudio:
            let type = refusal.contentType ?? ""
            return refusal.hasTitles
                ? (.titledStream, "it sends an audio stream (\(type)) with titles in it")
                : (.audioStream, "it sends an audio stream (\(type)), not a WebSocket")
        case _ where refusal.isOfIcecast && [200, 404].contains(refusal.status):
            return (.icecast, "it is an Icecast server, which has audio streams and no WebSocket")
        case 200...299 where refusal.isOfEvents:
            return (
                .notUpgraded,
                "it sends events over HTTP, not a WebSocket: a feed of type `json` with"
                    + " `layer: sse` reads them, with this address as its `url`, beginning with"
                    + " http:// or https://"
            )
        case 200...299 where refusal.isOfJSON:
            return (
                .notUpgraded,
                "it answers with JSON over HTTP, not a WebSocket: a feed of type `json` polls it,"
                    + " with this address as its `url`, beginning with http:// or https://"
            )
        case 300...399:
            let place = refusal.location.map { " to \($0)" } ?? ""
            return (.redirected, "it redirects\(place), which is not followed")
        case 404: return (.notFound, "there is no WebSocket at this path")
        default:
            return Code.refusal(by: refusal.status)
                ?? (.notUpgraded, "there is no WebSocket at this path")
        }
    }

    static func upgradeField(_ value: String?) -> Self {
        wrongField(.upgradeField, "Upgrade", value)
    }

    static func connectionField(_ value: String?) -> Self {
        wrongField(.connectionField, "Connection", value)
    }

    static func acceptField(_ value: String?) -> Self {
        wrongField(.acceptField, "Sec-WebSocket-Accept", value)
    }

    private static func wrongField(_ code: Code, _ name: String, _ value: String?) -> Self {
        let found = value.map { "with the wrong \(name) `\($0.quotable)`" } ?? "without \(name)"
        return Self(code, "the server accepted the WebSocket \(found)")
    }

    static func unexpectedExtension(_ name: String) -> Self {
        Self(.unexpectedExtension, "the server uses `\(name.quotable)`, which was not offered")
    }

    static func unexpectedSubprotocol(_ name: String) -> Self {
        Self(
            .unexpectedSubprotocol,
            "the server chose the subprotocol `\(name.quotable)`, which was not offered")
    }

    static func headerTooLarge(limit: Int) -> Self {
        Self(.headerTooLarge, "the header of the server's answer is longer than \(limit) bytes")
    }

    static func malformedHeader(line: String) -> Self {
        Self(
            .malformedHeader,
            "the server's answer has a line that is not HTTP: `\(line.quotable)`")
    }

    static let endedDuringHandshake = Self(
        .endedDuringHandshake, "the connection ended before the server had answered")
}

extension String {
    fileprivate var trimmed: String { String(self[...].trimmingBlanks) }
}

extension WebSocketFailure.Code {
    /// The meaning of a status with which any server over HTTP refuses a request (RFC 9110,
    /// sections 15.5 and 15.6); `nil` for other statuses.
    public static func refusal(by status: Int) -> (code: Self, consequence: String)? {
        switch status {
        case 401: (.unauthorized, "it wants credentials, or better ones")
        case 403: (.forbidden, "it does not let us in")
        case 400...499: (.requestRefused, "it refuses the request")
        case 500...599: (.serverError, "it, or what is behind it, is out of order")
        default: nil
        }
    }
}
