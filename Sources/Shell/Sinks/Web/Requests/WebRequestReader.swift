package import Loop
package import Hub
package import JSON
package import NowPlaying
package import Sessions
import Support

/// Makes the hub's requests of HTTP's: the parameters are those of JSON-RPC, in an address or in a
/// body, and are read by the same reader.
package struct WebRequestReader {
    private let parser: JSONParser
    private let limits: Box<Limits>

    /// The id of the only request that a client has.
    static let id = Array("1".utf8)

    /// A reader with scratch memory, which all connections of a thread may share.
    package init(parser: JSONParser, limits: Box<Limits>) {
        self.parser = parser
        self.limits = limits
    }

    /// The request for what stations play now.
    package func stations(_ request: HTTPRequest) throws(RequestError) -> Request {
        let query = WebQuery(request.query)
        try query.check(["history", "listeners", "after", "station"])
        return self.request("get") { writer in
            writer.member("view", "nowPlaying")
            query.write(into: &writer)
        }
    }

    /// The request for what a station plays now.
    package func station(_ id: String, _ request: HTTPRequest) throws(RequestError) -> Request {
        let query = WebQuery(request.query)
        try query.check(["history", "listeners"])
        return self.request("get") { writer in
            writer.member("view", "nowPlaying")
            writer.beginArray("stations")
            writer.string(id)
            writer.endArray()
            query.write(into: &writer)
        }
    }

    /// The request for what the hub remembers of what a station has played.
    func remembered(_ id: String) -> Request {
        request("get") { writer in
            writer.member("view", "nowPlaying")
            writer.beginArray("stations")
            writer.string(id)
            writer.endArray()
            writer.member("history", limits.history)
        }
    }

    /// The request for what changes.
    package func events(_ request: HTTPRequest) throws(RequestError) -> Request {
        let query = WebQuery(request.query)
        try query.check([
            "view", "station", "session", "minInterval", "history", "listeners", "patch", "locale",
            "style", "ticket",
        ])
        return self.request("subscribe") { writer in
            if !query.has("view") { writer.member("view", "nowPlaying") }
            query.write(into: &writer)
            guard let since = EventID(request.headers["last-event-id"]) else { return }
            writer.beginObject("since")
            writer.member("epoch", since.epoch)
            writer.member("revision", since.resume)
            writer.endObject()
        }
    }

    /// The request for how the hub is.
    package func status(_ request: HTTPRequest) throws(RequestError) -> Request {
        let query = WebQuery(request.query)
        try query.check(["after"])
        return self.request("status") { writer in
            if let after = query["after"] {
                writer.key("after")
                Int(after).map { writer.int($0) } ?? writer.string(after)
            }
        }
    }

    /// The request of a body that holds the parameters of a method.
    package func call(_ method: String, _ body: [UInt8]) throws(RequestError) -> Request {
        do {
            // Alone, so that it cannot end the object that it is put into.
            let isObject = try parser.parse(body) { $0.isObject }
            guard isObject else {
                throw RequestError(.invalidRequest, "the body must be a JSON object")
            }
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(.parseError, "the body is not JSON: \(error)")
        }
        return request(method, raw: body)
    }

    private func request(
        _ method: String, _ write: (inout JSONWriter) -> Void
    ) -> Request {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return request(method, raw: writer.bytes)
    }

    private func request(_ method: String, raw parameters: [UInt8]) -> Request {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", raw: Self.id)
        writer.member("method", method)
        writer.member("params", raw: parameters)
        writer.endObject()
        return Request(line: writer.bytes[...], parser: parser, limits: limits)
    }
}

/// The id of an event: up to where its receiver holds everything.
package struct EventID: Hashable, Sendable {
    /// The life of the hub that counts.
    package let epoch: String
    /// The last `resume`.
    package let resume: Int

    /// Up to this revision of an epoch.
    package init(epoch: String, resume: Int) {
        self.epoch = epoch
        self.resume = resume
    }

    /// Reads one. A text that is none comes from another server, or from nowhere: it is as if the
    /// hub had been restarted.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= ForeignText.wordLength,
            let resume = Int(parts[1]), resume >= 0
        else {
            self.init(epoch: "", resume: 0)
            return
        }
        self.init(epoch: String(parts[0]), resume: resume)
    }

    /// The id as it is sent.
    package var text: String { "\(epoch).\(resume)" }
}
