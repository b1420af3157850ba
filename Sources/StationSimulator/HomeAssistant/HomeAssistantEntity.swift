import JSON
import NowPlaying

/// A media player as Home Assistant has it: a state and attributes, which come and go. The
/// position is as of `media_position_updated_at`, the time when somebody last touched it.
struct HomeAssistantEntity: Sendable {
    /// Of the entity registry: `media_player.` and a name.
    let id: String
    let state: String
    /// The values are JSON.
    let attributes: [(name: String, value: [UInt8])]
    /// When anything about it changed.
    let updatedAt: Timestamp

    /// The entity of a station's player.
    static func id(of station: SimulatedStation) -> String { "media_player.\(station.shortcode)" }

    /// A player's entity.
    init(_ player: PlayerState, station: SimulatedStation, updatedAt: Timestamp) {
        id = Self.id(of: station)
        self.updatedAt = updatedAt
        state =
            switch player.status {
            case .playing: "playing"
            case .paused: "paused"
            case .stopped: "idle"
            }
        var attributes = [("friendly_name", Self.text(station.name))]
        if let item = player.item {
            attributes += Self.attributes(of: item, in: player, id: id)
        }
        self.attributes = attributes
    }

    private static func attributes(
        of item: Broadcast.Item, in player: PlayerState, id: String
    ) -> [(String, [UInt8])] {
        let position = Int(player.position(at: player.touchedAt).seconds.rounded())
        let track = item.track
        var attributes = [("media_content_type", text("music"))]
        if let duration = player.duration {
            attributes.append(("media_duration", Array("\(Int(duration.seconds.rounded()))".utf8)))
        }
        attributes += [
            ("media_position", Array("\(position)".utf8)),
            ("media_position_updated_at", text(ISO8601.text(player.touchedAt))),
        ]
        if player.isStream {
            attributes.append(("media_title", text(track.text)))
        } else {
            attributes += [
                ("media_title", text(track.title)), ("media_artist", text(track.artist)),
                ("media_album_name", text(track.album)),
            ]
        }
        let picture = "/api/media_player_proxy/\(id)?cache=\(hexadecimal(stableHash(track.text)))"
        return attributes + [("entity_picture", text(picture))]
    }

    private static func text(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(text)
        return writer.bytes
    }
}

extension HomeAssistantEntity {
    /// The state object of `get_states` and of events.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("entity_id", id)
        writer.member("state", state)
        writer.key("attributes")
        Self.write(attributes, into: &writer)
        writer.member("last_changed", ISO8601.text(updatedAt))
        writer.member("last_updated", ISO8601.text(updatedAt))
        writer.beginObject("context")
        writer.member("id", context)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The short form of `subscribe_entities`.
    var compressed: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("s", state)
        writer.key("a")
        Self.write(attributes, into: &writer)
        writer.member("c", context)
        writer.member("lc", updatedAt.seconds)
        writer.endObject()
        return writer.bytes
    }

    /// What has changed since, in the short form; what is gone is named apart.
    func difference(from old: HomeAssistantEntity) -> [UInt8] {
        let changed = attributes.filter { attribute in
            !old.attributes.contains { $0.name == attribute.name && $0.value == attribute.value }
        }
        let gone = old.attributes.map(\.name).filter { name in
            !attributes.contains { $0.name == name }
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("+")
        if state != old.state { writer.member("s", state) }
        writer.member("c", context)
        writer.member("lu", updatedAt.seconds)
        if !changed.isEmpty {
            writer.key("a")
            Self.write(changed, into: &writer)
        }
        writer.endObject()
        if !gone.isEmpty {
            writer.beginObject("-")
            writer.beginArray("a")
            for name in gone { writer.string(name) }
            writer.endArray()
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    private var context: String { "01J\(hexadecimal(UInt64(bitPattern: updatedAt.milliseconds)))" }

    private static func write(
        _ attributes: [(name: String, value: [UInt8])], into writer: inout JSONWriter
    ) {
        writer.beginObject()
        for attribute in attributes {
            writer.key(named: attribute.name)
            writer.raw(attribute.value)
        }
        writer.endObject()
    }
}
