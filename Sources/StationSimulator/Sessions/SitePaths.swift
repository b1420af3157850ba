/// Where stations are read on sites that know but one or two: the first simulated ones have the
/// originals' paths, each other one has the first of those in a directory named by its short code.
struct SitePaths: Sendable {
    private let originals: [String]

    /// The paths of the originals.
    init(_ original: String, _ others: String...) {
        originals = [original] + others
    }

    /// Where the station at `index` is read.
    func path(of station: SimulatedStation, at index: Int) -> String {
        originals.indices.contains(index)
            ? originals[index] : "/\(station.shortcode)\(originals[0])"
    }

    /// The station that is read at this path; `nil` for none.
    func station(at path: String, on board: StationBoard) -> Int? {
        if let index = originals.firstIndex(of: path) { return index < board.count ? index : nil }
        guard path.hasSuffix(originals[0]) else { return nil }
        let directory = path.dropLast(originals[0].count).dropFirst()
        guard let index = board.index(ofStationWith: directory),
            path == self.path(of: board.station(at: index), at: index)
        else { return nil }
        return index
    }
}
