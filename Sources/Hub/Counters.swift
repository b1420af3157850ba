/// What has happened since the hub started, for the status.
struct Counters: Sendable {
    /// Reports that were accepted.
    var reports = 0
    /// Reports that said what was known, and were told to nobody.
    var suppressedReports = 0
    /// Messages, or parts of them, that could not be used, by reason.
    var rejections: [String: Int] = [:]
    /// Connections that were lost or could not be made, by reason.
    var losses: [String: Int] = [:]
    /// Records sent.
    var records = 0
    /// Records that were patches.
    var patches = 0
    /// Documents that were due but equal to the last one delivered.
    var suppressedDocuments = 0
    /// Changes that went out with a later one in the same record.
    var conflatedChanges = 0
    /// Clients that were cut, by reason.
    var cuts: [String: Int] = [:]
}
