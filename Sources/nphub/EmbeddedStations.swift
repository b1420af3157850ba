import Shell
import Loop
import Feeds
import Hub
import NowPlaying
import Simulator
import Stations
import Support

/// The stations that `nphub demo` reads: simulated, on this machine, over
/// real WebSockets.
struct EmbeddedStations {
    /// A config that reads them.
    let configuration: ProgramConfiguration
    /// Serves as long as it is held.
    private let farm: StationFarm

    /// Begins to serve them on a free port of the loopback.
    init(on loop: EventLoop) throws(ProgramFailure) {
        do {
            farm = try StationFarm(
                loop: loop, configuration: FarmConfiguration(stations: Self.stations))
        } catch {
            throw ProgramFailure(
                .unavailable, "cannot serve the embedded stations on 127.0.0.1: \(error)")
        }
        let farm = farm
        configuration = Self.configuration(
            zip(farm.stations, farm.media).map { ($0.id, farm.url(of: $0), $1) })
    }

    /// A config that tells how recordings of them are read. Nothing serves them: a replay does not
    /// dial.
    static let unserved = configuration(
        stations.map { ($0.shortcode, "ws://127.0.0.1/api/live/nowplaying/websocket", nil) })

    private static let stations = SimulatedStation.embedded(seed: 1)

    private static func configuration(
        _ stations: [(shortcode: String, url: String, media: StationMedia?)]
    ) -> ProgramConfiguration {
        let stations = stations.map { shortcode, url, media in
            var feed = Feed(type: "azuracast", url: url)
            feed.settings["shortcode"] = .text(shortcode)
            do {
                var station = try StationConfiguration(id: shortcode, feed: feed)
                if let media { station.use(media) }
                return station
            } catch {
                crash("an embedded station has an address of this machine: \(error)")
            }
        }
        return ProgramConfiguration(hub: HubConfiguration(stations: stations))
    }
}

extension StationConfiguration {
    /// Names the stream and the logos that the farm serves.
    fileprivate mutating func use(_ media: StationMedia) {
        streams = [Stream(id: "main", name: "WAV", url: media.stream)]
        logo = Station.Logo(light: media.logo, dark: media.darkLogo)
    }
}
