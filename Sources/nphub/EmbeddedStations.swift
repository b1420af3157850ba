import EventLoop
import Feeds
import Hub
import HubRuntime
import NowPlaying
import StationSimulator

/// The stations that `nphub run` reads where no config names any: simulated, on this machine, over
/// real WebSockets.
struct EmbeddedStations {
    /// A config that reads them.
    let configuration: ProgramConfiguration
    /// Serves as long as it is held.
    private let farm: StationFarm

    /// Begins to serve them on a free port of the loopback.
    init(on loop: EventLoop) throws(ProgramFailure) {
        let stations = SimulatedStation.embedded(seed: 1)
        do {
            farm = try StationFarm(loop: loop, configuration: FarmConfiguration(stations: stations))
        } catch {
            throw ProgramFailure(
                .unavailable, "cannot serve the embedded stations on 127.0.0.1: \(error)")
        }
        let farm = farm
        configuration = ProgramConfiguration(
            hub: HubConfiguration(stations: stations.map { Self.station($0, on: farm) }))
    }

    private static func station(
        _ station: SimulatedStation, on farm: StationFarm
    ) -> StationConfiguration {
        var feed = Feed(type: "azuracast", url: farm.url(for: station))
        feed.settings["shortcode"] = .text(station.shortcode)
        return StationConfiguration(id: station.shortcode, feed: feed)
    }
}
