import HubClient
public import NowPlaying

/// The parts of a status that are shown, and the form of the output.
public struct StatusForm: Sendable {
    /// The usual number of rows of a kind, unless all or some are asked for.
    public static let rowsMax = 20

    /// Everything is shown, counters included.
    public var showsAll = false
    /// Only stations are shown that are not live; with `stuckAfter`, stuck ones, too.
    public var showsOnlyFailing = false
    /// Only stations are shown whose title, or time without one, is older than this; with
    /// `showsOnlyFailing`, failing ones, too.
    public var stuckAfter: Interval?
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

    /// Only stations in trouble are shown.
    public var showsOnlyTrouble: Bool { showsOnlyFailing || stuckAfter != nil }

    /// Only some of the stations are wanted, and nothing else.
    var isFiltered: Bool { showsOnlyTrouble || !stations.isEmpty }

    /// The number of rows of a kind that are shown.
    var rowLimit: Int { showsAll || isFiltered ? .max : Self.rowsMax }

    func shows(_ station: HubStatus.LinkedStation) -> Bool {
        let isTrouble =
            showsOnlyFailing && station.needsCare || stuckAfter != nil && isStuck(station)
        return (!showsOnlyTrouble || isTrouble)
            && (stations.isEmpty || stations.contains(station.id))
    }

    /// True if a station is live and on air, and its title does not move.
    func isStuck(_ station: HubStatus.LinkedStation) -> Bool {
        guard let since = station.titleSince, station.standing == "live" else { return false }
        return now - since >= stuckAfter ?? NowPlaying.stuckAfter
    }

    /// The place of a station in the table: failing ones come first, then stuck ones if they are
    /// asked for.
    func rank(of station: HubStatus.LinkedStation) -> Int {
        stuckAfter != nil && isStuck(station) ? 1 : station.rank
    }
}
