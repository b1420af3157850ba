import JSON

/// Something for a client, without what its connection puts around it: a body of JSON that is
/// encoded once for all who are given the same.
public enum Delivery: Sendable {
    /// A record that a subscription is owed, and the number that it has among these.
    /// `resume` is the highest revision at or below which it is owed nothing then.
    case record([UInt8], of: SubscriptionID, sequence: Int, resume: Revision)
    /// A subscription has been given all that was there when it began.
    case synced(SubscriptionID, resume: Revision)
    /// Something happened in a session: an object with its name, a number, and what it was.
    case event([UInt8])
    /// What a request led to, by its id: an object.
    case result([UInt8], of: [UInt8])
    /// Why a request was not carried out; why the connection is ended where no request is named.
    case refusal(RequestError, of: [UInt8]?)

    /// How much of its client's share it uses, in bytes.
    var size: Int {
        switch self {
        case .record(let body, _, _, _), .event(let body), .result(let body, _):
            body.count + Self.usualFrame
        case .synced, .refusal: Self.usualFrame
        }
    }

    /// About what connections put around it.
    private static let usualFrame = 128
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
