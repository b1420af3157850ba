package import FanOut
package import Hub
import JSON
package import NowPlaying
import Sessions

/// Writes the news of a subscription as server-sent events (HTML, section 9.2): each notification
/// of JSON-RPC is an event of its name.
///
/// It does no I/O and reads no clock, and there is one for each stream.
package struct EventStreamFraming: Sendable {
    private let epoch: String

    /// The framing of a subscription in an epoch.
    package init(epoch: String) {
        self.epoch = epoch
    }

    /// The first block: the time to wait before coming back, with the hub's clock, and whether to
    /// drop what was held. Some clients take a block that says nothing else for an event.
    package static func beginning(drops: Bool, at now: Timestamp) -> [UInt8] {
        Array("retry: 2000\n".utf8) + clock(now)
            + (drops ? event("reset", Array("{}".utf8)) : [])
    }

    /// The sign that the stream lives: a comment, and the hub's clock.
    package static func life(at now: Timestamp) -> [UInt8] {
        Array(":\n".utf8) + clock(now)
    }

    /// The hub's clock: a client whose own is wrong cannot tell positions without it.
    private static func clock(_ now: Timestamp) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", milliseconds: now.milliseconds)
        writer.endObject()
        return event("clock", writer.bytes)
    }

    /// The event for a delivery.
    package func event(for delivery: Delivery) -> [UInt8] {
        switch delivery {
        case .record(let record, of: _, sequence: _, let resume):
            Self.event("update", record.bytes, id: id(Int(resume)))
        case .synced(_, let resume):
            Self.event("synced", Array("{}".utf8), id: id(Int(resume)))
        }
    }

    /// The event for a reply; none for results, which a stream does not have.
    package func event(for reply: Reply) -> [UInt8] {
        switch reply {
        case .event(let body): Self.event("event", body)
        case .result: []
        case .refusal(let error, of: _):
            Self.event("cut", Self.object(of: error))
        }
    }

    private static func object(of error: RequestError) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("code", error.code.number)
        writer.member("message", error.message)
        error.writeData(into: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func id(_ resume: Int) -> String { EventID(epoch: epoch, resume: resume).text }

    private static func event(_ name: String, _ data: [UInt8], id: String? = nil) -> [UInt8] {
        var bytes = Array("event: \(name)\n".utf8)
        if let id { bytes += Array("id: \(id)\n".utf8) }
        // Records are JSON without line breaks.
        bytes += Array("data: ".utf8)
        bytes += data
        bytes += Array("\n\n".utf8)
        return bytes
    }
}
