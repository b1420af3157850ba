package import EventLoop

/// How the web server is to be.
package struct WebServerSettings: Sendable {
    /// Where it listens.
    package var address: SocketAddress
    /// Clients without a token may read.
    package var allowsAnonymous = true
    /// The names by which it is asked, without port.
    package var hosts: [String]
    /// The sites whose pages may read.
    package var origins: [String] = []
    /// It serves the dashboard.
    package var servesDashboard = true
    /// All clients come from a proxy's address.
    package var isBehindProxy = false
    /// The file of what stations played; `nil` where none is kept.
    package var historyFile: String?

    /// A server for this machine.
    package init(address: SocketAddress) {
        self.address = address
        hosts = HostPolicy.loopback
    }
}
