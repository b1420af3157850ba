import FanOut
import JSON
public import Sessions

/// Something for a client that asks, beside what its subscriptions are delivered.
public enum Reply: Sendable {
    /// Something happened in a session: an object with its name, a number, and what it was.
    case event([UInt8])
    /// What a request led to, by its id: an object.
    case result([UInt8], of: [UInt8])
    /// Why a request was not carried out; why the connection is ended where no request is named.
    case refusal(RequestError, of: [UInt8]?)

    /// How much of its client's share it uses, in bytes.
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
