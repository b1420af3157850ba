import JSON

/// Answers JSON-RPC 2.0 requests, single or in batches (https://www.jsonrpc.org/specification).
enum JSONRPCDesk {
    /// What becomes of a request.
    enum Reply: Hashable, Sendable {
        /// JSON.
        case result([UInt8])
        case error(code: Int, message: String)

        static let unknownMethod = Reply.error(code: -32_601, message: "Method not found")
        static let invalidParameters = Reply.error(code: -32_602, message: "Invalid params")
        fileprivate static let notJSON = Reply.error(code: -32_700, message: "Parse error")
        fileprivate static let invalidRequest = Reply.error(
            code: -32_600, message: "Invalid Request")

        /// A text as the result.
        static func text(_ text: String) -> Reply {
            var writer = JSONWriter()
            writer.string(text)
            return .result(writer.bytes)
        }

        /// A whole number as the result.
        static func number(_ number: Int64) -> Reply { .result(Array("\(number)".utf8)) }

        /// Nothing as the result.
        static let null = Reply.result(Array("null".utf8))
    }

    /// Real requests stay far below; what is longer is malformed.
    private static let lengthMax = 64 << 10
    /// So many requests in a batch are as many as anyone has.
    private static let batchMax = 100

    /// The answer to a message; `nil` for one that asks for none.
    ///
    /// - Parameter handle: Carries out a method with its parameters.
    static func answer(
        _ message: [UInt8], _ handle: (String, JSONValue?) -> Reply
    ) -> [UInt8]? {
        let parser = JSONParser(maximumLength: lengthMax)
        let parsed = try? parser.parse(message) { all(in: $0, handle) }
        let answer = parsed ?? frame(.notJSON, id: nil)
        return answer.isEmpty ? nil : answer
    }

    /// A call that wants no answer.
    static func notification(_ method: String, parameters: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("method", method)
        writer.member("params", raw: parameters)
        writer.endObject()
        return writer.bytes
    }

    /// Empty where nothing is to be answered.
    private static func all(
        in root: JSONValue, _ handle: (String, JSONValue?) -> Reply
    ) -> [UInt8] {
        guard root.isArray else { return single(root, handle) ?? [] }
        let requests = Array(root.elements.prefix(batchMax))
        guard !requests.isEmpty else { return frame(.invalidRequest, id: nil) }
        let answers = requests.compactMap { single($0, handle) }
        guard !answers.isEmpty else { return [] }
        var writer = JSONWriter()
        writer.beginArray()
        for answer in answers { writer.raw(answer) }
        writer.endArray()
        return writer.bytes
    }

    private static func single(
        _ request: JSONValue, _ handle: (String, JSONValue?) -> Reply
    ) -> [UInt8]? {
        guard request["jsonrpc"]?.string(equals: "2.0") == true,
            let method = request["method"]?.string
        else { return frame(.invalidRequest, id: request["id"]) }
        let reply = handle(method, request["params"])
        return request["id"].map { frame(reply, id: $0) }
    }

    private static func frame(_ reply: Reply, id: JSONValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.key("id")
        if let id { writer.value(id) } else { writer.null() }
        switch reply {
        case .result(let result): writer.member("result", raw: result)
        case .error(let code, let message):
            writer.beginObject("error")
            writer.member("code", code)
            writer.member("message", message)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}
