import Expectations
import HubClient
import HubClientWebSocket
import Logging
import Loop
import NowPlaying
import Stations
import Testing

@testable import Feeds
@testable import Hub
@testable import Shell

/// A hub and its web server on a loop in a thread of its own.
private final class HubTrial: StateSinkTrial {
    static let stations: Set = ["one", "two"]
    let token = AccessToken.make(.all)
    private var service: HubService?
    private var server: WebServer?

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        // No server is there: its stations have nothing but their names.
        let stations = Self.stations.sorted().compactMap { name in
            var feed = Feed(type: "azuracast", url: "ws://127.0.0.1:1/")
            feed.settings["shortcode"] = .text(name)
            return try? StationConfiguration(id: name, feed: feed)
        }
        let service = HubService(
            configuration: HubConfiguration(stations: stations), epoch: "e", seed: 1,
            at: SystemClock().now, on: loop,
            log: Logger(label: "hub") { _ in
                SwiftLogNoOpLogHandler()
            }, finished: {})
        let settings = WebServerSettings(address: .v4(host: "127.0.0.1", port: 0))
        let server = WebServer(settings, tokens: AccessTokens([token]), of: service)
        try? server.listen(on: loop, tls: nil)
        service.start()
        self.service = service
        self.server = server
    }

    /// The address of its WebSocket.
    var address: String { "ws://127.0.0.1:\(onLoop { self.server?.port ?? 0 })/api/v1/socket" }
}

/// The transport of the Swift library, against the web server that it is for.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct WebSocketTransportTests {
    @Test func `a program follows stations through the web server, and sends commands`()
        async throws
    {
        let trial = try HubTrial()
        let hub = RemoteHub(
            over: try WebSocketTransport(to: trial.address, token: trial.token.text))
        var stations: Set<String> = []
        for try await update in hub.updates(.line) {
            if case .changed(let record) = update, let station = record.station {
                stations.insert(station)
            }
            if update == .synced { break }
        }
        expect(stations, is: HubTrial.stations)
        let answer = try await hub.send(SessionAction(.select(station: "one")))
        #expect(answer.revision != nil)
    }

    @Test func `a token that the hub does not know ends the program with the reason`() async throws
    {
        let trial = try HubTrial()
        let token = String(repeating: "0", count: 64)
        let hub = RemoteHub(over: try WebSocketTransport(to: trial.address, token: token))
        let error = await #expect(throws: HubClientError.self) {
            for try await _ in hub.updates(.line) {}
        }
        expect(error?.isLasting, is: true)
    }

    @Test func `an address that is not one of a WebSocket is refused at once`() {
        #expect(throws: HubClientError.self) { try WebSocketTransport(to: "http://localhost/") }
    }
}
