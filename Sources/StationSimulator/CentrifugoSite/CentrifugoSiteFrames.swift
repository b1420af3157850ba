import JSON

/// The frames of Centrifugo's bidirectional WebSocket, JSON: replies with the numbers of their
/// commands, pushes in a wrapper.
enum CentrifugoSiteFrames {
    /// The reply to a command, with these members under its name.
    static func reply(
        _ id: Int, _ name: StaticString, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", id)
        writer.beginObject(name)
        body(&writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The reply to a subscription.
    static func subscribed(_ id: Int, _ found: CentrifugoChannel.Subscribed) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", id)
        writer.key("subscribe")
        CentrifugoFrames.write(found, into: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The reply to a command that cannot be carried out.
    static func error(_ id: Int, _ code: Int, _ message: String) -> [UInt8] {
        reply(id, "error") { writer in
            writer.member("code", code)
            writer.member("message", message)
        }
    }

    /// A publication in a channel.
    static func push(
        _ publication: CentrifugoChannel.Publication, in channel: String
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("push")
        writer.member("channel", channel)
        writer.key("pub")
        CentrifugoFrames.write(publication, into: &writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
