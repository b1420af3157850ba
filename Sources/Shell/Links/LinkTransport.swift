/// The transport of a link: a connection to a server, or a running program.
///
/// It tells the core when it is there, what came, and when it ended; after `hangUp` it tells
/// nothing more.
protocol LinkTransport: AnyObject {
    /// Begins to connect, or starts the program.
    func dial()

    /// Sends bytes.
    func transmit(_ bytes: [UInt8])

    /// Leaves what comes where it is, or takes it again.
    func setReading(_ isWanted: Bool)

    /// Ends it after what is on its way, and tells nothing more.
    func hangUp()
}
