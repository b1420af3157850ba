extension HubStatus {
    /// A hook: what is run on which events, and how that goes.
    public struct Hook: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// The events on which it runs.
        public var events: [String] = []
        /// The program that it runs, or the method and the host of its request.
        public var action = ""
        /// Runs since the start of the hub.
        public var runs = 0
        /// Runs that failed.
        public var failures = 0
        /// Occasions that a newer one replaced before they were run.
        public var replaced = 0
        /// Occasions that failed for the last time.
        public var abandoned = 0
        /// Runs under way.
        public var running = 0
        /// Occasions that wait.
        public var waiting = 0
        /// The time since which runs fail; `nil` while they work.
        public var failingSince: Timestamp?
        /// The reason of the last failure, while runs fail.
        public var reason: String?

        /// A hook by its name.
        public init(name: String) { self.name = name }
    }
}

extension HubStatus.Hook: DocumentObject {
    /// A hook without a name.
    public static var blank: Self { Self(name: "") }

    /// The members of an element of `hooks`.
    public static let members: [DocumentMember<Self>] = [
        DocumentMember("name", \.name), DocumentMember("on", \.events),
        DocumentMember("action", \.action), DocumentMember("runs", \.runs),
        DocumentMember("failures", \.failures), DocumentMember("replaced", \.replaced),
        DocumentMember("abandoned", \.abandoned), DocumentMember("running", \.running),
        DocumentMember("waiting", \.waiting), DocumentMember("failingSince", \.failingSince),
        DocumentMember("reason", \.reason),
    ]
}
