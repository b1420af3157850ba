/// What has happened since the hub started, for the status.
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
    /// What went to clients, by their transports: the fan-out knows what went to those present.
    var traffic: [ClientTransport: Traffic] = [:]

    /// What went to the clients of a transport.
    struct Traffic: Sendable {
        /// Clients that connected.
        var connected = 0
        /// Bytes of records and answers, with about what frames them, to clients that are gone.
        var bytes = 0
    }
}
