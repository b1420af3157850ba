import JSON
import NowPlaying

/// An entity of a device: what Home Assistant shows or operates.
struct DeviceEntity: Sendable {
    /// The owner of an entity.
    enum Owner {
        case station(String)
        case session(String, StationChoices)
    }

    /// The kind of entity, as Home Assistant calls it.
    let component: String
    /// The name among those of its device, for programs.
    let key: String
    /// The name for people.
    let name: String
    /// A picture from Material Design Icons.
    let icon: String
    /// It needs a list of stations.
    var needsChoices = false
    /// Writes what it has beside that.
    let write: @Sendable (inout JSONWriter, Owner, Topics) -> Void

    /// The document of a topic; an empty one for a topic that is being cleared.
    private static let document = "(value_json | default({}))"
    /// Home Assistant takes no longer states.
    private static let stateLength = 255

    /// The first characters of a text's expression.
    private static func cut(_ expression: String) -> String {
        "{{ (\(expression))[:\(stateLength)] }}"
    }

    // MARK: Stations

    /// The entities of a station.
    static let ofStations = [
        text("title", "Title", "mdi:music-note", attributes: true),
        text("artist", "Artist", "mdi:account-music"),
        value(
            "album", "Album", "mdi:album",
            cut("(\(document).track | default({})).album | default('')")),
        value(
            "position", "Position", "mdi:progress-clock",
            "{{ (\(document).playback | default({})).elapsed | default('None') }}"
        ) { writer, topic in
            writer.member("device_class", "duration")
            writer.member("unit_of_measurement", "s")
            writer.member("suggested_display_precision", 0)
            // `asOf` says when the position was that.
            writer.member("json_attributes_topic", topic)
            writer.member(
                "json_attributes_template", "{{ (\(document).playback | default({})) | tojson }}")
        },
        value(
            "listeners", "Listeners", "mdi:account-group",
            """
            {% set count = \(document).listeners | default({}) %}\
            {{ count.current | default(count.total | default('None')) }}
            """
        ) { writer, _ in
            writer.member("state_class", "measurement")
            writer.member("unit_of_measurement", "listeners")
        },
        value(
            "connection", "Connection", "mdi:lan-connect",
            "{{ (\(document).connection | default({})).state | default('None') }}"
        ) { writer, _ in
            writer.enumeration(StationConnection.State.allCases.map(\.rawValue))
            writer.member("entity_category", "diagnostic")
        },
        DeviceEntity(
            component: "image", key: "artwork", name: "Artwork", icon: "mdi:image"
        ) { writer, subject, topics in
            writer.member("url_topic", subject.topic("artwork", topics))
        },
    ]

    /// A sensor of a text that has a topic of its own.
    private static func text(
        _ key: String, _ name: String, _ icon: String, attributes: Bool = false
    ) -> DeviceEntity {
        DeviceEntity(component: "sensor", key: key, name: name, icon: icon) {
            writer, subject, topics in
            writer.member("state_topic", subject.topic(key, topics))
            writer.member("value_template", cut("value"))
            if attributes {
                writer.member("json_attributes_topic", subject.topic("state", topics))
                writer.member("json_attributes_template", "{{ value or '{}' }}")
            }
        }
    }

    /// A sensor of a part of the document.
    private static func value(
        _ key: String, _ name: String, _ icon: String, _ template: String,
        _ more: @escaping @Sendable (inout JSONWriter, _ topic: String) -> Void = { _, _ in }
    ) -> DeviceEntity {
        DeviceEntity(component: "sensor", key: key, name: name, icon: icon) {
            writer, subject, topics in
            let topic = subject.topic("state", topics)
            writer.member("state_topic", topic)
            writer.member("value_template", template)
            more(&writer, topic)
        }
    }

    // MARK: Sessions

    /// The entities of a session.
    static let ofSessions =
        [
            value(
                "title", "Title", "mdi:music-note",
                cut("\(document).MPMediaItemPropertyTitle | default('')")),
            value(
                "artist", "Artist", "mdi:account-music",
                cut("\(document).MPMediaItemPropertyArtist | default('')")),
            value(
                "state", "State", "mdi:play-pause",
                "{{ \(document).playbackState | default('None') }}"
            ) {
                writer, _ in
                writer.enumeration(PlaybackState.allCases.map(\.rawValue))
            },
            switchOfPlayback, selectOfStations,
        ] + buttons

    private static let buttons = [
        ("play", "Play", "mdi:play"), ("pause", "Pause", "mdi:pause"),
        ("stop", "Stop", "mdi:stop"), ("next", "Next", "mdi:skip-next"),
        ("previous", "Previous", "mdi:skip-previous"),
    ].map { action, name, icon in
        DeviceEntity(component: "button", key: action, name: name, icon: icon) {
            writer, subject, topics in
            writer.member("command_topic", subject.topic("command", topics))
            writer.member("payload_press", action)
        }
    }

    private static let switchOfPlayback = DeviceEntity(
        component: "switch", key: "playing", name: "Playing", icon: "mdi:radio"
    ) { writer, subject, topics in
        writer.member("state_topic", subject.topic("state", topics))
        writer.member(
            "value_template", "{{ 'ON' if \(document).playbackState == 'playing' else 'OFF' }}")
        writer.member("command_topic", subject.topic("command", topics))
        writer.member("state_on", "ON")
        writer.member("state_off", "OFF")
        writer.member("payload_on", "play")
        writer.member("payload_off", "pause")
    }

    /// The beginning of the content's identifier is the station's id.
    private static let station = """
        (\(document).MPNowPlayingInfoPropertyExternalContentIdentifier \
        | default('')).split('/')[0]
        """

    private static let selectOfStations = DeviceEntity(
        component: "select", key: "station", name: "Station", icon: "mdi:radio-tower",
        needsChoices: true
    ) { writer, subject, topics in
        guard case .session(_, let choices) = subject else { return }
        writer.member("state_topic", subject.topic("state", topics))
        writer.member("value_template", choices.nameTemplate(ofID: station))
        writer.member("command_topic", subject.topic("command", topics))
        writer.member("command_template", choices.commandTemplate)
        writer.beginArray("options")
        for name in choices.options { writer.string(name) }
        writer.endArray()
    }
}

extension DeviceEntity.Owner {
    /// A topic of the subject.
    fileprivate func topic(_ name: String, _ topics: Topics) -> String {
        switch self {
        case .station(let id): topics.station(id, name)
        case .session(let session, _): topics.session(session, name)
        }
    }
}

extension JSONWriter {
    /// Writes that a sensor has one of some words.
    fileprivate mutating func enumeration(_ words: [String]) {
        member("device_class", "enum")
        beginArray("options")
        for word in words { string(word) }
        endArray()
    }
}
