import ArgumentParser
import Loop

/// An address to listen at, as the user writes it: `127.0.0.1:8765`, `[::1]:0`, `localhost:8765`.
struct ListenAddress: ExpressibleByArgument {
    /// The numeric address.
    let host: String
    /// The port; 0 for any that is free.
    let port: UInt16

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = UInt16(argument[argument.index(after: colon)...])
        else { return nil }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host == "localhost" { host = "127.0.0.1" }
        guard SocketAddress(numericHost: String(host), port: port) != nil else { return nil }
        self.host = String(host)
        self.port = port
    }

    var defaultValueDescription: String { "\(host):\(port)" }
}
