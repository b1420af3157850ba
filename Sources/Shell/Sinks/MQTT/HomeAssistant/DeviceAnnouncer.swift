import JSON

/// Announces stations and sessions to Home Assistant as devices, by its MQTT discovery: a topic for
/// each entity of a device, which every version of it reads.
struct DeviceAnnouncer {
    /// Longer lists are not looked through; a template holds the names, too.
    private static let choicesMax = 250

    private let discovery: String
    private let topics: Topics
    private var names: [String: String] = [:]

    /// - Parameter discovery: The beginning of the topics at which Home Assistant looks.
    init(_ discovery: String, _ topics: Topics) {
        (self.discovery, self.topics) = (discovery, topics)
    }

    /// Learns a station's name, or that the station is gone.
    ///
    /// - Returns: True if it was another.
    mutating func setName(_ name: String?, of station: String) -> Bool {
        guard names[station] != name else { return false }
        names[station] = name
        return true
    }

    /// Announces a station.
    func station(_ id: String) -> [MQTTMessage] {
        let device = AnnouncedDevice(
            node: stationNode(id), name: names[id] ?? id, model: "Radio station", topics: topics)
        return DeviceEntity.ofStations.map { message($0, of: device, .station(id)) }
    }

    /// Announces a session.
    func session(_ name: String) -> [MQTTMessage] {
        let device = AnnouncedDevice(
            node: sessionNode(name), name: "nphub \(name)", model: "Listening session",
            topics: topics)
        let choices = names.count > Self.choicesMax ? StationChoices([:]) : StationChoices(names)
        return DeviceEntity.ofSessions.map { entity in
            if entity.needsChoices, choices.isEmpty {
                return MQTTMessage(topic: topic(entity, device.node), payload: [])
            }
            return message(entity, of: device, .session(name, choices))
        }
    }

    /// The topics at which a station is announced.
    func stationTopics(_ id: String) -> [String] {
        DeviceEntity.ofStations.map { topic($0, stationNode(id)) }
    }

    /// The topics at which a session is announced.
    func sessionTopics(_ name: String) -> [String] {
        DeviceEntity.ofSessions.map { topic($0, sessionNode(name)) }
    }

    private func stationNode(_ id: String) -> String {
        "\(topics.prefix.nodeText)_station_\(id.nodeText)"
    }

    private func sessionNode(_ name: String) -> String {
        "\(topics.prefix.nodeText)_session_\(name.nodeText)"
    }

    private func topic(_ entity: DeviceEntity, _ node: String) -> String {
        "\(discovery)/\(entity.component)/\(node)/\(entity.key)/config"
    }

    private func message(
        _ entity: DeviceEntity, of device: AnnouncedDevice, _ subject: DeviceEntity.Owner
    ) -> MQTTMessage {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", entity.name)
        writer.member("unique_id", "\(device.node)_\(entity.key)")
        writer.member("icon", entity.icon)
        entity.write(&writer, subject, topics)
        writer.member("availability_topic", topics.status)
        device.write(into: &writer)
        writer.endObject()
        return MQTTMessage(topic: topic(entity, device.node), payload: writer.bytes)
    }
}

extension String {
    /// The text as a level of a discovery topic, which has letters, digits, `_` and `-` alone. Two
    /// texts never give the same one.
    fileprivate var nodeText: String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar == "-" || scalar.isASCII && scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
            let digits = String(byte, radix: 16)
            return isPlain ? String(scalar) : "_" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
