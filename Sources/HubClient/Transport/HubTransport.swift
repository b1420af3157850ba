public import NowPlaying

/// What carries bytes between a client and a hub: a Unix socket, or what a program has of its own.
///
/// It is used by one thread at a time, and blocks it.
public protocol HubTransport: AnyObject {
    /// Where the hub is, for messages.
    var path: String { get }

    /// Connects to the hub.
    func connect() throws(HubClientError)

    /// Sends all of this.
    func send(_ bytes: [UInt8]) throws(HubClientError)

    /// Waits for something from the hub, also while there is no connection.
    ///
    /// - Parameter time: How long it waits; `nil` for as long as it takes.
    /// - Returns: Some bytes; none where nothing came in that time.
    func receive(within time: Interval?) throws(HubClientError) -> [UInt8]

    /// Ends the connection, if there is one.
    func disconnect()
}
