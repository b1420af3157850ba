import Stations

/// The transport of a link: a connection to a server, requests to one, or a running program.
///
/// It tells the core when it is there, what came, and when it ended; after `hangUp` it tells
/// nothing more.
protocol LinkTransport: AnyObject {
    /// Begins to connect, or starts the program.
    func dial()

    /// Sends bytes.
    func transmit(_ bytes: [UInt8])

    /// Asks a server that is polled.
    func ask(_ request: PollRequest)

    /// Leaves what comes where it is, or takes it again.
    func setReading(_ isWanted: Bool)

    /// Ends it after what is on its way, and tells nothing more.
    func hangUp()
}

/// Most transports carry bytes.
extension LinkTransport {
    func ask(_ request: PollRequest) {}
}
