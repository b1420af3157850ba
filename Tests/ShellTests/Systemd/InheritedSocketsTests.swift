import Expectations
import Loop
import Testing

@testable import Shell

struct InheritedSocketsTests {
    private static let client = InheritedSocket(
        descriptor: 3, name: "socket", address: .unix(path: "/run/nphub/nphub.sock"))
    private static let web = InheritedSocket(
        descriptor: 4, name: "web", address: .v4(host: "127.0.0.1", port: 8_420))
    private static let web6 = InheritedSocket(
        descriptor: 5, name: "web", address: .v6(host: "::1", port: 8_420))

    @Test func `sockets are told apart by their names`() throws {
        let sockets = try InheritedSockets([Self.web, Self.client, Self.web6])
        expect(sockets.clients, is: [Self.client])
        expect(sockets.web, is: [Self.web, Self.web6])
    }

    @Test func `none is as good as some`() throws {
        let sockets = try InheritedSockets([])
        #expect(sockets.clients.isEmpty && sockets.web.isEmpty)
    }

    @Test(arguments: [
        (
            InheritedSocket(descriptor: 3, name: "nphub.socket", address: .unix(path: "/s")),
            """
            the socket /s that systemd hands over has the name nphub.socket; \
            write FileDescriptorName=socket or =web
            """
        ),
        (
            InheritedSocket(
                descriptor: 3, name: "socket", address: .v4(host: "127.0.0.1", port: 80)),
            "the socket 127.0.0.1:80 that systemd hands over must be a Unix socket, as its name says"
        ),
        (
            InheritedSocket(descriptor: 3, name: "web", address: .unix(path: "/s")),
            "the socket /s that systemd hands over must have an IP address, as its name says"
        ),
    ])
    func `a name that does not fit is refused with the remedy`(
        socket: InheritedSocket, problem: String
    ) {
        #expect {
            try InheritedSockets([socket])
        } throws: {
            "\($0)" == problem
        }
    }
}
