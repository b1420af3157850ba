/// What a link has seen since it was made.
struct LinkCounters: Sendable {
    /// Attempts to connect.
    var dials = 0
    /// Connections that became WebSockets.
    var opened = 0
    /// Bytes received, after TLS.
    var bytes = 0
    /// Whole messages received.
    var messages = 0
    /// Reports that its feed made of them.
    var reports = 0
}
