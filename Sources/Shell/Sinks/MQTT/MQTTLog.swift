import Logging

/// Writes what happens at an MQTT broker to the log.
struct MQTTLog {
    private let log: Logger

    init(_ log: Logger) {
        self.log = log
    }

    /// - Parameter broker: The broker's address.
    func write(_ notice: MQTTNotice, _ broker: String) {
        switch notice {
        case .connected:
            log.notice("MQTT broker connected", metadata: ["hub-broker": "\(broker)"])
        case .disconnected(let failure):
            log.warning(
                "MQTT broker not connected: it is tried again and again",
                metadata: ["hub-broker": "\(broker)", "hub-reason": "\(failure)"])
        case .cleared(let stations):
            log.info(
                "removed from the MQTT broker what a hub before had published",
                metadata: ["hub-broker": "\(broker)", "hub-stations": "\(stations)"])
        case .commandsDropped:
            log.warning(
                "commands over MQTT dropped: too many came at once",
                metadata: ["hub-broker": "\(broker)"])
        }
    }
}
