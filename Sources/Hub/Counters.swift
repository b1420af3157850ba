/// The counts of events since the hub started, for the status.
struct Counters: Sendable {
    /// Reports that were accepted.
    var reports = 0
    /// Reports that said what was known, and were not passed on.
    var suppressedReports = 0
    /// Messages, or parts of them, that could not be used, by reason.
    var rejections: [String: Int] = [:]
    /// Connections that were lost or could not be made, by reason.
    var losses: [String: Int] = [:]
    /// Clients that were cut, by reason.
    var cuts: [String: Int] = [:]
    /// The traffic of clients that are gone, by transport: the fan-out counts that of present ones.
    var traffic: [ClientTransport: Traffic] = [:]

    /// The traffic of the clients of a transport.
    struct Traffic: Sendable {
        /// Clients that connected.
        var connected = 0
        /// Bytes of records and answers, with about what frames them, to clients that are gone.
        var bytes = 0
    }
}
