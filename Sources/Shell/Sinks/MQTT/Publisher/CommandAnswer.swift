import Hub
import JSON
import Sessions

/// The answer to a command, as it is published.
enum CommandAnswer {
    /// The answer that a reply of the hub is, and the number of its command; `nil` for other
    /// replies.
    static func read(_ reply: Reply) -> (number: Int, answer: [UInt8])? {
        switch reply {
        case .event: return nil
        case .result(let result, let id): return number(id).map { ($0, success(result)) }
        case .refusal(let error, let id):
            return id.flatMap(number).map { ($0, refusal(error.message, code: error.code.number)) }
        }
    }

    private static func number(_ id: [UInt8]) -> Int? {
        Int(id.map { String(Unicode.Scalar($0)) }.joined())
    }

    private static func success(_ result: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ok", true)
        writer.member("result", raw: result)
        writer.endObject()
        return writer.bytes
    }

    /// The command was not carried out, for this reason.
    static func refusal(_ text: String, code: Int? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ok", false)
        writer.member("error", text)
        writer.member("code", code)
        writer.endObject()
        return writer.bytes
    }
}
