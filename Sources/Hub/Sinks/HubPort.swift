package import FanOut
package import NowPlaying

/// The hub, as everything outside of the core reaches it: sinks, the servers that make them, and
/// whatever the program hosts beside them.
package protocol HubPort: AnyObject {
    /// The present moment, by the hub's clocks.
    var now: Moment { get }
    /// The hub's limits.
    var limits: Box<Limits> { get }
    /// The result of the hub's checks of itself.
    var health: Health { get }
    /// The names of the sessions in the config.
    var configuredSessions: [String] { get }

    /// Hands the hub an event, now or after those that are before it.
    func post(_ event: Event)

    /// Does something when everything that is ready now was handled.
    func later(_ work: @escaping () -> Void)

    /// Makes a client of a sink that asks.
    ///
    /// - Parameters:
    ///   - origin: The place of the client.
    ///   - sink: Makes the sink of a client.
    @discardableResult
    func connect(_ origin: ClientOrigin, _ sink: (ClientID) -> any Sink) -> ClientID

    /// Gives a sink that only takes deliveries a subscription of its own.
    @discardableResult
    func connect(_ sink: (ClientID) -> any Sink, _ request: OutputRequest) -> ClientID

    /// A page of the status, after so many links, clients and sessions.
    func status(after start: Int) -> HubStatus
}

/// The place of a client that asks.
package enum ClientOrigin: Sendable {
    /// This machine.
    case local
    /// This machine, whose clients already have all connections that they may have.
    case refused
    /// The network; with the address in bytes, if it is known.
    case network([UInt8]?)
}
