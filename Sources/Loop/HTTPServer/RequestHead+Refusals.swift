import Support

/// The reason why the server itself refuses a request; its delegate does not hear of it.
struct HTTPRefusal: Error {
    /// The status code.
    let status: Int
    /// The mistake, in words.
    let sentence: String
    /// The method and path of a request by a method that the library does not know.
    private(set) var target: (method: String, path: String)?

    init(_ status: Int, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}

extension RequestHead {
    private static let bodyHeaders = ["content-length", "transfer-encoding"]

    /// Returns the number of bytes of body that follow. A head that can be read in two ways is
    /// refused: one reader takes for a body what another takes for the next request.
    func bodyLength(limit: Int) throws(HTTPRefusal) -> Int {
        guard size <= LoopLimits.headBytes else {
            throw HTTPRefusal(
                431, "the head of a request has at most \(LoopLimits.headBytes) bytes")
        }
        // The library takes a percent-encoded line break for the end of the first line, and what
        // follows it for a header.
        guard let version else {
            throw HTTPRefusal(400, "the first line does not end with HTTP/1.1, or has a line break")
        }
        guard ["HTTP/1.1", "HTTP/1.0"].contains(version) else {
            throw HTTPRefusal(505, "the first line must end with HTTP/1.1")
        }
        // A name with a space behind it is another one to the library, and not to every proxy
        // (RFC 9112, section 5.1).
        for name in Self.bodyHeaders where value(of: name + " ") ?? value(of: name + "\t") != nil {
            throw HTTPRefusal(400, "the name of a header ends with a space")
        }
        if value(of: "transfer-encoding") != nil {
            throw HTTPRefusal(411, "a body needs a Content-Length")
        }
        guard let text = value(of: "content-length") else { return 0 }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw HTTPRefusal(400, "the Content-Length is not a number")
        }
        guard let count = Int(text), count <= limit else {
            throw HTTPRefusal(413, "a body has at most \(limit) bytes")
        }
        return count
    }

    /// True if the client waits for `100 Continue` before it sends the body.
    var awaitsInvitation: Bool {
        version == "HTTP/1.1" && value(of: "expect")?.lowercased() == "100-continue"
    }

    /// True if the library will tell of a body without bytes and of its end: of that of a `POST`.
    var tellsOfNoBody: Bool { target?.method == "POST" && value(of: "content-length") != nil }

    /// True if the protocol that is asked for is that of WebSockets; `nil` if none is asked for.
    ///
    /// The library also changes to HTTP/2 (`h2c`), whose HPACK decoder writes out of bounds
    /// (CVE-2026-19773), and no option keeps it from that. After a protocol that it does not know,
    /// it goes on with a name that it has already freed, and hands that to the event that asks
    /// (CVE-2025-11677). So the data of the event are not read, and only a header that is still
    /// there and says `websocket` is let through.
    var asksForWebSocket: Bool? {
        value(of: "upgrade").map { $0.lowercased() == "websocket" }
    }

    /// Refuses what the library would take for the handshake of a WebSocket (RFC 6455, section
    /// 4.2.1). A body would be read as messages.
    func checkHandshake() throws(HTTPRefusal) {
        guard try bodyLength(limit: 0) == 0, target?.method == "GET", version == "HTTP/1.1" else {
            throw HTTPRefusal(400, "a WebSocket is asked for by GET in HTTP/1.1, without a body")
        }
        guard value(of: "sec-websocket-version") == "13" else {
            throw HTTPRefusal(426, "WebSockets have version 13 here")
        }
        // Sixteen bytes in Base64.
        guard let key = value(of: "sec-websocket-key"), key.utf8.count == 24, key.hasSuffix("==")
        else { throw HTTPRefusal(400, "the Sec-WebSocket-Key is not one") }
    }
}

extension HTTPRefusal {
    /// The refusal of bytes that do not begin with a method that the library knows.
    init(unknown bytes: UnsafeRawBufferPointer) {
        let line = bytes.prefix(LoopLimits.headBytes).prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(
            separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let isVisible = { (byte: UInt8) in UInt8(ascii: "!") <= byte && byte <= UInt8(ascii: "~") }
        guard words.count == 3, (1...LoopLimits.methodBytes).contains(words[0].count),
            words[0].allSatisfy(isVisible), words[2].starts(with: "HTTP/".utf8)
        else {
            self.init(400, "that is no request of HTTP")
            return
        }
        let method = words[0].readable
        self.init(501, "there is no method \(method) here")
        let path = words[1].prefix { $0 != UInt8(ascii: "?") }
        target = (method, path.readable)
    }

    /// The answer, in the delegate's words.
    func answer(by delegate: any HTTPServerDelegate) -> HTTPAnswer {
        guard let target else { return delegate.httpRefusal(status, sentence) }
        return delegate.httpRefusal(ofMethod: target.method, at: target.path)
    }
}
