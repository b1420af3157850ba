import ArgumentParser
import HubClient

/// The records of the hub that a command wants.
struct RecordOptions: ParsableArguments {
    @Option(
        name: .customLong("station"),
        help: ArgumentHelp("Only this station; may be repeated. (default: all)", valueName: "ID"),
        completion: Completion.stations)
    var stations: [String] = []

    @Option(
        help: ArgumentHelp(
            "The listening session, for --view lockScreen and carPlay (default: main); for other "
                + "views the station that it is at, in place of --station.", valueName: "S"))
    var session: String?

    @Option(
        help: ArgumentHelp("How many played tracks to include, newest first.", valueName: "N"))
    var history = 0

    @Flag(help: "Include listener counts, at most once a minute.")
    var listeners = false

    func validate() throws {
        guard session == nil || stations.isEmpty else {
            throw ValidationError("--session follows its own station: leave --station out.")
        }
    }

    /// The same, as the hub is asked for it.
    func query(view: HubView) -> HubQuery {
        var query = HubQuery(view)
        query.stations = stations.isEmpty ? nil : stations
        query.session = session
        query.historyCount = history
        query.includesListeners = listeners
        return query
    }
}
