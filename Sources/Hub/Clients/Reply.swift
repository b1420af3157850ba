import FanOut
import JSON
public import Sessions

/// Something for a client that asks, beside what its subscriptions are delivered.
public enum Reply: Sendable {
    /// Something happened in a session: an object with the session's name, a number, and the event.
    case event([UInt8])
    /// The result of a request, by the request's id: an object.
    case result([UInt8], of: [UInt8])
    /// The reason for which a request was refused; without an id, for which the connection is
    /// ended.
    case refusal(RequestError, of: [UInt8]?)

    /// The part of its client's share that it uses, in bytes.
    var size: Int {
        switch self {
        case .event(let body), .result(let body, _): body.count + Delivery.usualFrame
        case .refusal: Delivery.usualFrame
        }
    }
}

extension JSONWriter {
    /// An object with the members that are written into it.
    static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}
