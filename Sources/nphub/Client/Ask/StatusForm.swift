import HubClient
public import NowPlaying

/// What of a status is shown, and on what.
public struct StatusForm: Sendable {
    /// How many rows of a kind are shown unless all or some are asked for.
    public static let rowsMax = 20

    /// Everything is shown, counters included.
    public var showsAll = false
    /// Only stations are shown that are not live.
    public var showsOnlyFailing = false
    /// The ids of the stations that are shown; empty for all.
    public var stations: [String] = []
    /// The lines are for a terminal that shows colours.
    public var isColoured = false
    /// How wide the lines may be; `nil` where that does not matter.
    public var width: Int?
    /// When that is.
    public var now: Timestamp

    /// The usual form.
    public init(at now: Timestamp) {
        self.now = now
    }

    /// Only some of the stations are wanted, and nothing else.
    var isFiltered: Bool { showsOnlyFailing || !stations.isEmpty }

    /// How many rows of a kind are shown.
    var rowLimit: Int { showsAll || isFiltered ? .max : Self.rowsMax }

    func shows(_ station: HubStatus.LinkedStation) -> Bool {
        (!showsOnlyFailing || station.rank < 4)
            && (stations.isEmpty || stations.contains(station.id))
    }
}
