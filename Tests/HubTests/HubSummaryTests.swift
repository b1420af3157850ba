import Expectations
import FanOut
import Hub
import NowPlaying
import Testing
import Views

struct HubSummaryTests {
    @Test(
        arguments: [
            ([.live: 3, .failing: 1], 2, "3 stations live, 1 failing; 2 clients"),
            ([.live: 1], 1, "1 station live; 1 client"),
            ([.failing: 2, .stale: 1, .live: 0], 0, "1 station stale, 2 failing; 0 clients"),
            ([:], 0, "no stations; 0 clients"),
        ] as [([StationConnection.State: Int], Int, String)])
    func `stations are counted by their state, the good ones first`(
        stations: [StationConnection.State: Int], clients: Int, text: String
    ) {
        expect(HubSummary(stations: stations, clients: clients).description, is: text)
    }

    @Test func `a hub counts its own stations and clients`() {
        let world = World(.make(["one", "two"]))
        _ = world.connect()
        expect(world.hub.summary.description, is: "2 stations connecting; 1 client")
        world.open()
        world.hear(Publication(row: 1, playedAt: 0).connect)
        expect(world.hub.summary.stations[.live], is: 1)
    }

    @Test func `a player on the desktop counts as a client, and stdout does not`() {
        let world = World()
        for (number, transport) in [ClientTransport.stdout, .desktop].enumerated() {
            let request = OutputRequest(
                options: .init(view: .line), minInterval: .zero, transport: transport)
            world.handle(.outputConnected(ClientID(number: number), request))
        }
        expect(world.hub.summary.clients, is: 1)
    }
}
