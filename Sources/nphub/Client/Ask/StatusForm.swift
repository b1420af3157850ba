import HubClient
public import NowPlaying

/// The parts of a status that are shown, and the form of the output.
public struct StatusForm: Sendable {
    /// The usual number of rows of a kind, unless all or some are asked for.
    public static let rowsMax = 20

    /// Everything is shown, counters included.
    public var showsAll = false
    /// Only stations are shown that are not live.
    public var showsOnlyFailing = false
    /// The ids of the stations that are shown; empty for all.
    public var stations: [String] = []
    /// The lines are for a terminal that shows colours.
    public var isColoured = false
    /// The greatest width of lines; `nil` where that does not matter.
    public var width: Int?
    /// The present time.
    public var now: Timestamp

    /// The usual form.
    public init(at now: Timestamp) {
        self.now = now
    }

    /// Only some of the stations are wanted, and nothing else.
    var isFiltered: Bool { showsOnlyFailing || !stations.isEmpty }

    /// The number of rows of a kind that are shown.
    var rowLimit: Int { showsAll || isFiltered ? .max : Self.rowsMax }

    func shows(_ station: HubStatus.LinkedStation) -> Bool {
        (!showsOnlyFailing || station.rank < 4)
            && (stations.isEmpty || stations.contains(station.id))
    }
}
