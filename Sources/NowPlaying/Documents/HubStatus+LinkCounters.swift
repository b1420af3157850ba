extension HubStatus {
    /// The counts of a link since it was made: the link counts in them, and the status shows them.
    public struct LinkCounters: Equatable, Sendable {
        /// Attempts to connect.
        public var dials = 0
        /// Attempts that were successful.
        public var opened = 0
        /// Bytes received, after TLS.
        public var bytes = 0
        /// Messages received.
        public var messages = 0
        /// Reports of stations in them.
        public var reports = 0
        /// Messages, or parts of them, that could not be used, by reason.
        public var rejections: [String: Int] = [:]

        /// Counts of nothing.
        public init() {}

        /// The rejections, if there are any.
        var presentRejections: [String: Int]? {
            get { rejections.isEmpty ? nil : rejections }
            set { rejections = newValue ?? [:] }
        }
    }
}
