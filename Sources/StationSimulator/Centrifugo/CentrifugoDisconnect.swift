/// Why a Centrifugo server ends a connection: a code and a reason, which it also pushes.
///
/// Clients return after 3000–3499 and 4000–4499; the rest is meant to be final.
struct CentrifugoDisconnect: Hashable, Sendable {
    let code: UInt16
    let reason: String

    /// The server goes down, and expects its clients back.
    static let shutdown = CentrifugoDisconnect(code: 3001, reason: "shutdown")
    /// The first frame was no connect request, or asked for what does not exist.
    static let badRequest = CentrifugoDisconnect(code: 3501, reason: "bad request")
    /// No first frame came.
    static let stale = CentrifugoDisconnect(code: 3502, reason: "stale")
    /// Too many subscriptions in one connection.
    static let channelLimit = CentrifugoDisconnect(code: 3505, reason: "channel limit")
}
