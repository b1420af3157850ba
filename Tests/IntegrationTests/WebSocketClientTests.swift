import Foundation
import HubClient
import HubClientWebSocket
import NowPlaying
import Testing

/// A program that follows the hub through its web server.
struct WebSocketClientTests {
    /// The address of the WebSocket of a running hub, and its token.
    private static func address(of hub: RunningProgram) throws -> (socket: String, token: String) {
        let link = try #require(hub.messages.firstMatch(of: /http:\/\/([^\/]+)\/#token=(\w+)/))
        return ("ws://\(link.1)/api/v1/socket", String(link.2))
    }

    @Test func `a program follows stations through the web server, and sends commands`()
        async throws
    {
        let workshop = try Workshop()
        let hub = try await RunningProgram.hub(in: workshop)
        try await hub.waitForMessage("#token=")
        let (address, token) = try Self.address(of: hub)
        let transport = try WebSocketTransport(to: address, token: token)
        let follower = HubFollower(
            HubMachine.Settings([HubSubscription(HubQuery(.line))]), over: transport)
        var stations: Set<String> = []
        var isAnswered = false
        try follower.run { news in
            switch news {
            case .updated(_, let record):
                if let station = record.station { stations.insert(station) }
            case .synced:
                follower.send(SessionAction(.select(station: "kanalrand")))
            case .answered: isAnswered = true
            default: break
            }
            return !isAnswered || stations.count < 4
        }
        #expect(stations.isSuperset(of: ["kanalrand", "weltempfang", "nachtschicht"]))
    }

    @Test func `a token that the hub does not know ends the program with the reason`() async throws
    {
        let workshop = try Workshop()
        let hub = try await RunningProgram.hub(in: workshop)
        try await hub.waitForMessage("#token=")
        let address = try Self.address(of: hub).socket
        let transport = try WebSocketTransport(
            to: address, token: String(repeating: "0", count: 64))
        #expect(throws: HubClientError.self) { try transport.connect() }
    }

    @Test func `an address that is not one of a WebSocket is refused at once`() {
        #expect(throws: HubClientError.self) { try WebSocketTransport(to: "http://localhost/") }
    }
}
