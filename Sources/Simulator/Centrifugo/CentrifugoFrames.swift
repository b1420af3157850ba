import JSON
import NowPlaying

/// The frames of Centrifugo's unidirectional WebSocket, JSON: pushes without ids or wrappers.
enum CentrifugoFrames {
    /// The application's ping; it needs no answer.
    static let ping = Array("{}".utf8)
    /// The interval of pings in seconds, as the connect frame announces it.
    static let pingSeconds = 25

    /// The first frame: the client's identity, and the results of its subscriptions.
    static func connect(
        _ identity: CentrifugoIdentity,
        subscriptions: [(channel: String, found: CentrifugoChannel.Subscribed)],
        at now: Timestamp
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("connect")
        writer.member("client", identity.client)
        writer.member("version", "0.0.0")
        if !subscriptions.isEmpty {
            writer.beginObject("subs")
            for (channel, found) in subscriptions {
                writer.key(named: channel)
                write(found, into: &writer)
            }
            writer.endObject()
        }
        writer.member("ping", pingSeconds)
        writer.member("session", identity.session)
        writer.member("time", Int(now.milliseconds))
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Writes the result of a subscription. Like Go, it leaves out 0, false and empty values.
    static func write(
        _ found: CentrifugoChannel.Subscribed, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("recoverable", true)
        writer.member("epoch", found.epoch)
        if let publication = found.publication {
            writer.beginArray("publications")
            write(publication, into: &writer)
            writer.endArray()
        }
        if found.isRecovered { writer.member("recovered", true) }
        if found.offset > 0 { writer.member("offset", Int(clamping: found.offset)) }
        writer.member("positioned", true)
        if found.wasRecovering { writer.member("was_recovering", true) }
        writer.endObject()
    }

    /// Writes a publication with its offset.
    static func write(
        _ publication: CentrifugoChannel.StoredPublication, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("data", raw: publication.data)
        writer.member("offset", Int(clamping: publication.offset))
        writer.endObject()
    }

    /// A publication in a channel, the same for all its subscribers.
    static func publication(
        _ publication: CentrifugoChannel.StoredPublication, in channel: String
    ) -> [UInt8] {
        var writer = JSONWriter(reserving: publication.data.count + channel.utf8.count + 64)
        writer.beginObject()
        writer.member("channel", channel)
        writer.key("pub")
        write(publication, into: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The last frame before the server closes.
    static func disconnect(_ disconnect: CentrifugoDisconnect) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("disconnect")
        writer.member("code", Int(disconnect.code))
        writer.member("reason", disconnect.reason)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
