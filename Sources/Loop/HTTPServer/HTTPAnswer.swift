/// An answer to a client over HTTP.
public struct HTTPAnswer: Sendable {
    /// One header of an answer.
    public struct Header: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value, without line breaks.
        public var value: String

        /// A header.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status code.
    public var status: Int
    /// The headers beside those that every answer has.
    public var headers: [Header]
    /// The content after the headers.
    public var body: [UInt8]
    /// The connection ends after it.
    public var closes = false

    /// An answer with its parts.
    public init(_ status: Int, _ headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A sentence as text, after which the connection ends.
    public static func plain(_ status: Int, _ sentence: String) -> HTTPAnswer {
        var answer = HTTPAnswer(
            status, [Header("Content-Type", "text/plain; charset=utf-8")],
            body: Array((sentence + "\n").utf8))
        answer.closes = true
        return answer
    }

    /// Adds a header, or replaces its value.
    public mutating func set(_ name: String, _ value: String) {
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append(Header(name, value))
    }
}

extension HTTPAnswer {
    /// The bytes up to the body.
    ///
    /// - Parameter length: How long the body is; `nil` where the end of the connection ends it.
    func head(length: Int?, closes: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(of: status))\r\n"
        for header in headers {
            let value = header.value.filter { !$0.isNewline }
            text += "\(header.name): \(value)\r\n"
        }
        // Answers of these kinds have no body, and no length of one (RFC 9110, section 8.6).
        if let length, status != 204, status != 304 { text += "Content-Length: \(length)\r\n" }
        if closes, !headers.contains(where: { $0.name == "Connection" }) {
            text += "Connection: close\r\n"
        }
        return Array((text + "\r\n").utf8)
    }

    /// Returns the meaning of a status code, in the words of RFC 9110.
    public static func reason(of status: Int) -> String {
        switch status {
        case 101: "Switching Protocols"
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Other"
        }
    }
}
