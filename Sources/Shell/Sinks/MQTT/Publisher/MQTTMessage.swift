/// A message for the broker.
struct MQTTMessage: Equatable, Sendable {
    let topic: String
    /// Empty to have the broker forget what it keeps.
    let payload: [UInt8]
    /// The broker keeps it for those who subscribe later.
    var isRetained = true
}

/// A message from the broker.
struct BrokerMessage: Equatable, Sendable {
    let topic: String
    let payload: [UInt8]
    /// The broker had kept it.
    var isRetained = false
}

/// An event of a connection to the broker.
enum BrokerEvent: Sendable {
    /// The broker takes messages.
    case opened
    /// The broker has taken all filters.
    case subscribed
    /// A message came.
    case received(BrokerMessage)
    /// So many messages have left; with QoS 1, the broker has them.
    case sent(Int)
    /// So many messages came that were dropped, because of a limit.
    case dropped(Int)
    /// The connection could not be made, or ended.
    case closed(BrokerFailure)
}

/// Something that is published, or what happened to the connection.
enum MQTTEvent: Sendable {
    /// A station's document, and the texts that have topics of their own.
    case station(StationTexts)
    /// A station is gone.
    case stationRemoved(String)
    /// A session's document.
    case session(String, [UInt8])
    /// The answer to a command, by the command's number.
    case answered(Int, [UInt8])
    /// The broker says something, in the connection with this number.
    case broker(BrokerEvent, Int)
    /// These settings and stations are in force.
    case configured(MQTTSettings, stations: [String])
    /// A deadline may have passed.
    case woke
    /// The hub ends.
    case stopping
}

/// An order of the publisher.
enum MQTTEffect: Equatable, Sendable {
    /// Connect to the broker of the settings, under this number.
    case dial(Int)
    /// Subscribe to these filters.
    case subscribe([String])
    /// Publish these messages, in this order.
    case publish([MQTTMessage])
    /// End the connection, after what was given to it.
    case hangUp
    /// Give a session a command: the parameters of the socket's `command`, or a word.
    case command(Int, session: String, [UInt8])
    /// Write to the log.
    case note(MQTTNotice)
}

/// Something worth a log line.
enum MQTTNotice: Equatable, Sendable {
    case connected
    case disconnected(BrokerFailure)
    case cleared(stations: Int)
    case commandsDropped
}
