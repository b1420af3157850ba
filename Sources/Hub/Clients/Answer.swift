import JSON

/// The answer to one request, as a line (JSON-RPC 2.0, section 5).
enum Answer {
    /// The id of an answer to nobody's request.
    static let nobody = Array("null".utf8)

    /// An answer whose result is written by `write`, between the brackets of an object.
    static func success(to id: [UInt8], _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = begin(id)
        writer.beginObject("result")
        write(&writer)
        writer.endObject()
        return end(writer)
    }

    /// An answer that says why not.
    static func failure(_ error: RPCError, to id: [UInt8]) -> [UInt8] {
        var writer = begin(id)
        error.write(into: &writer)
        return end(writer)
    }

    private static func begin(_ id: [UInt8]) -> JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", raw: id)
        return writer
    }

    private static func end(_ unfinished: JSONWriter) -> [UInt8] {
        var writer = unfinished
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
