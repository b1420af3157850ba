internal import CSystemd
package import Loop
import Glibc

/// A socket that the service manager has bound and hands over, listening.
package struct InheritedSocket: Hashable, Sendable {
    /// Its number in this process.
    package let descriptor: Int32
    /// The name that its unit gives it (`FileDescriptorName=`).
    package let name: String
    /// The address on which it listens.
    package let address: SocketAddress

    /// A socket with its parts.
    package init(descriptor: Int32, name: String, address: SocketAddress) {
        self.descriptor = descriptor
        self.name = name
        self.address = address
    }
}

/// The sockets that the service manager hands over (systemd.socket(5)), by what they are for.
package struct InheritedSockets: Hashable, Sendable {
    /// Unix sockets for clients, named as the config's section for them.
    package let clients: [InheritedSocket]
    /// Sockets for the web server.
    package let web: [InheritedSocket]

    private static let clientName = "socket"
    private static let webName = "web"

    /// Sockets by their names, which must fit their kinds.
    package init(_ sockets: [InheritedSocket]) throws(InheritedSocketError) {
        for socket in sockets {
            switch (socket.name, socket.address) {
            case (Self.clientName, .unix), (Self.webName, .v4), (Self.webName, .v6): break
            case (Self.clientName, _):
                throw InheritedSocketError(socket, "must be a Unix socket, as its name says")
            case (Self.webName, _):
                throw InheritedSocketError(socket, "must have an IP address, as its name says")
            default:
                throw InheritedSocketError(
                    socket,
                    "has the name \(socket.name); write FileDescriptorName=socket or =web")
            }
        }
        clients = sockets.filter { $0.name == Self.clientName }
        web = sockets.filter { $0.name == Self.webName }
    }

    /// Takes what was handed over, and hides it from programs that are started later.
    package static func take() throws(InheritedSocketError) -> InheritedSockets {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        defer {
            for place in 0..<max(0, Int(count)) { free(names?[place]) }
            free(names)
        }
        var sockets: [InheritedSocket] = []
        for place in 0..<max(0, count) {
            let name = names?[Int(place)].map { String(cString: $0) } ?? ""
            sockets.append(try socket(SD_LISTEN_FDS_START + place, named: name))
        }
        return try InheritedSockets(sockets)
    }

    private static func socket(
        _ descriptor: Int32, named name: String
    ) throws(InheritedSocketError) -> InheritedSocket {
        guard sd_is_socket(descriptor, AF_UNSPEC, Int32(SOCK_STREAM.rawValue), 1) > 0,
            let address = SocketAddress(boundTo: descriptor)
        else { throw InheritedSocketError(descriptor: descriptor, named: name) }
        return InheritedSocket(descriptor: descriptor, name: name, address: address)
    }
}

/// The reason why a socket that was handed over cannot be used.
package struct InheritedSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The socket, and what is wrong with it.
    package let description: String

    fileprivate init(_ socket: InheritedSocket, _ problem: String) {
        description = "the socket \(socket.address) that systemd hands over \(problem)"
    }

    fileprivate init(descriptor: Int32, named name: String) {
        description = """
            descriptor \(descriptor) (\(name)) that systemd hands over is no listening stream \
            socket; write ListenStream= and Accept=no
            """
    }
}
