/// A way to a hub: a Unix socket, a WebSocket, or a program's own means.
public protocol HubTransport: Sendable {
    /// The hub's address, for messages.
    var path: String { get }

    /// Connects to the hub. What is sent at once is kept until the hub can take it.
    func connect() async throws(HubClientError) -> any HubChannel
}

/// A connection to a hub.
public protocol HubChannel: AnyObject, Sendable {
    /// Sends a line, in the order of the calls, without waiting. `receive` throws where that fails.
    func send(_ line: [UInt8])

    /// The next message, with or without the end of its line. It is called by one task at a time,
    /// and throws once the connection has ended.
    func receive() async throws(HubClientError) -> [UInt8]

    /// Ends the connection, if it has not ended.
    func close()
}
