public import NowPlaying

/// A carrier of bytes between a client and a hub: a Unix socket, or a program's own means.
///
/// It is used by one thread at a time, and blocks it.
public protocol HubTransport: AnyObject {
    /// The hub's address, for messages.
    var path: String { get }

    /// Connects to the hub.
    func connect() throws(HubClientError)

    /// Sends all of this.
    func send(_ bytes: [UInt8]) throws(HubClientError)

    /// Waits for something from the hub, also while there is no connection.
    ///
    /// - Parameter time: The longest wait; `nil` for no limit.
    /// - Returns: Some bytes; none where nothing came in that time.
    func receive(within time: Interval?) throws(HubClientError) -> [UInt8]

    /// Ends the connection, if there is one.
    func disconnect()
}
