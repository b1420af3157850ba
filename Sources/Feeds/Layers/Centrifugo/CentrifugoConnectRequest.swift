import JSON

/// The first and only message to a unidirectional Centrifugo server: which channels to send.
enum CentrifugoConnectRequest {
    /// The message for channels with what was read of them.
    ///
    /// `recover` alone asks for what the server's cache holds; with a position, for that only if
    /// it is newer.
    static func text(
        for channels: [(name: String, position: StreamPosition)], token: String? = nil
    ) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("token", token)
        writer.beginObject("subs")
        for channel in channels {
            writer.key(named: channel.name)
            writer.beginObject()
            writer.member("recover", true)
            if let offset = channel.position.offset, let epoch = channel.position.epoch {
                writer.member("offset", offset)
                writer.member("epoch", epoch)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
