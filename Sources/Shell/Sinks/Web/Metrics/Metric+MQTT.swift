import NowPlaying

extension Metric {
    /// The connection to an MQTT broker.
    static let mqtt = [
        Metric(
            "nphub_mqtt_connected",
            "Whether the MQTT broker is connected.",
            .status { $1.add(flag: $0.mqtt.map { $0.state == "connected" }) }),
        Metric(
            "nphub_mqtt_connections_total",
            "Times that the MQTT broker was connected.",
            .status { $1.add($0.mqtt?.connections) }),
        Metric(
            "nphub_mqtt_topics",
            "Topics that the MQTT broker keeps.",
            .status { $1.add($0.mqtt?.topics) }),
        Metric(
            "nphub_mqtt_pending_messages",
            "Messages that wait for the MQTT broker.",
            .status { $1.add($0.mqtt?.pending) }),
        Metric(
            "nphub_mqtt_published_messages_total",
            "Messages that the MQTT broker was sent.",
            .status { $1.add($0.mqtt?.published) }),
        Metric(
            "nphub_mqtt_replaced_messages_total",
            "Messages that newer ones replaced before they were sent.",
            .status { $1.add($0.mqtt?.replaced) }),
        Metric(
            "nphub_mqtt_commands_total",
            "Commands that came over MQTT.",
            .status { $1.add($0.mqtt?.commands) }),
        Metric(
            "nphub_mqtt_dropped_messages_total",
            "Messages that came over MQTT and were dropped, because of a limit.",
            .status { $1.add($0.mqtt?.dropped) }),
    ]
}
