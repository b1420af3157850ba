extension HubStatus {
    /// The hub's connection to an MQTT broker.
    public struct MQTT: Equatable, Sendable {
        /// The broker's address, without user and password.
        public var broker = ""
        /// `connected`, `connecting` or `waiting` for the next attempt.
        public var state = ""
        /// The reason for which it is not connected, or was not at last.
        public var reason: String?
        /// The time since which it is connected or not.
        public var since = Timestamp(milliseconds: 0)
        /// The number of times that it was connected.
        public var connections = 0
        /// The topics that the broker keeps for the hub.
        public var topics = 0
        /// The messages that wait to be published.
        public var pending = 0
        /// The messages that were published.
        public var published = 0
        /// The messages that were replaced by newer ones before they were published.
        public var replaced = 0
        /// The commands that came.
        public var commands = 0
        /// The messages that came and were dropped, because of a limit.
        public var dropped = 0

        /// A connection that does not exist yet.
        public init() {}
    }
}

extension HubStatus.MQTT: DocumentObject {
    /// A connection that does not exist yet.
    public static var blank: Self { Self() }

    /// The members of `mqtt`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("broker", \.broker), DocumentMember("state", \.state),
        DocumentMember("reason", \.reason), DocumentMember("since", \.since),
        DocumentMember("connections", \.connections), DocumentMember("topics", \.topics),
        DocumentMember("pending", \.pending), DocumentMember("published", \.published),
        DocumentMember("replaced", \.replaced), DocumentMember("commands", \.commands),
        DocumentMember("dropped", \.dropped),
    ]
}
