internal import CLibwebsockets
import Support

/// The head of a request, as the library has parsed it. It can be read while the library tells of
/// the request, and not later.
struct RequestHead {
    let wsi: OpaquePointer

    private static let methods = [
        LWSHUMETH_GET: "GET", LWSHUMETH_POST: "POST", LWSHUMETH_OPTIONS: "OPTIONS",
        LWSHUMETH_PUT: "PUT", LWSHUMETH_PATCH: "PATCH", LWSHUMETH_DELETE: "DELETE",
        LWSHUMETH_HEAD: "HEAD",
    ]

    /// The names that the library knows, in lower case, and its numbers of them. It keeps these in
    /// places of their own, and all others in a list.
    private static let tokens: [String: lws_token_indexes] = {
        var tokens: [String: lws_token_indexes] = [:]
        for number in 0..<WSI_TOKEN_COUNT.rawValue {
            let token = lws_token_indexes(number)
            guard let text = lws_token_to_string(token) else { continue }
            let name = String(cString: UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
            if name.hasSuffix(":"), !name.hasPrefix(":") {
                tokens[String(name.dropLast())] = token
            }
        }
        return tokens
    }()

    /// The method and the path; `nil` where one of them is none that is served.
    var target: (method: String, path: String)? {
        var path: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        let number = lws_http_get_uri_and_method(wsi, &path, &count)
        guard number >= 0, let path, count >= 0,
            let method = Self.methods[Int(number)]
        else { return nil }
        let bytes = UnsafeRawBufferPointer(start: path, count: Int(count))
        guard !bytes.contains(0) else { return nil }
        return (method, ForeignText(bytes.bindMemory(to: UInt8.self)).readable)
    }

    /// The parts after the question mark. The library has split them at each `&`.
    var query: [String] {
        var parts: [String] = []
        while parts.count < LoopLimits.queryParts,
            let part = copy(
                {
                    lws_hdr_copy_fragment(
                        wsi, $0, $1, WSI_TOKEN_HTTP_URI_ARGS, Int32(parts.count))
                }, { $0.readable })
        {
            parts.append(part)
        }
        return parts
    }

    /// The length of the head, as far as the library knows its headers.
    var size: Int {
        (0..<WSI_TOKEN_COUNT.rawValue).reduce(0) {
            $0 + max(0, Int(lws_hdr_total_length(wsi, lws_token_indexes($1))))
        }
    }

    /// The text after the target of the request.
    var version: String? { text { lws_hdr_copy(wsi, $0, $1, WSI_TOKEN_HTTP) } }

    /// The value of a header by its name in lower case; `nil` where it is absent. One that came
    /// several times is joined.
    func value(of name: String) -> String? {
        if let token = Self.tokens[name] {
            return text { lws_hdr_copy(wsi, $0, $1, token) }
        }
        let key = Array((name + ":").utf8CString)
        let length = Int32(key.count - 1)
        guard lws_hdr_custom_length(wsi, key, length) >= 0 else { return nil }
        return text { lws_hdr_custom_copy(wsi, $0, $1, key, length) } ?? ""
    }

    /// A header's value as Latin-1 (RFC 9110, section 5.5), in which no marks combine: the headers
    /// that are read here have no more than ASCII.
    private func text(
        _ body: (_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32) -> Int32
    ) -> String? {
        copy(body) { text in
            String(String.UnicodeScalarView(text.bytes.lazy.map { Unicode.Scalar($0) }))
        }
    }

    /// Reads the text that `body` puts into the buffer that it is given; nil if there is none.
    private func copy(
        _ body: (_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32) -> Int32,
        _ read: (ForeignText) -> String
    ) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: LoopLimits.headBytes) { buffer in
            let count = body(buffer.baseAddress, Int32(buffer.count))
            guard count > 0 else { return nil }
            let bytes = UnsafeRawBufferPointer(buffer).prefix(Int(count))
            return read(
                ForeignText(UnsafeRawBufferPointer(rebasing: bytes).bindMemory(to: UInt8.self)))
        }
    }
}

extension RequestHead {
    /// The request without its body; `nil` where its method is none that is served.
    func request(_ options: HTTPServerOptions, from peer: SocketAddress?) -> HTTPRequest? {
        guard let target else { return nil }
        var headers: [String: String] = [:]
        for name in options.headers { headers[name] = value(of: name) }
        var request = HTTPRequest(
            target.method, target.path, query: query, headers: headers, peer: peer,
            isSecure: options.tls != nil)
        let closes =
            !options.keepsConnections
            || value(of: "connection")?.lowercased().contains("close") ?? false
        // Of methods that mostly have a body the library awaits one whose length is not told.
        let isUnclear =
            ["POST", "PUT", "PATCH"].contains(target.method)
            && value(of: "content-length") == nil
        request.keepsAlive = version == "HTTP/1.1" && !closes && !isUnclear
        return request
    }
}
