/// Counts the notes that were dropped instead of written since the history was opened.
public struct HistoryDrops: Equatable, Sendable {
    /// By the station's id.
    public private(set) var stations: [String: Int] = [:]
    /// Of all stations together.
    public private(set) var total = 0

    /// Nothing has been dropped.
    public init() {}

    /// So much more of a station was dropped.
    mutating func add(_ count: Int, of station: String) {
        guard count > 0 else { return }
        stations[station, default: 0] += count
        total += count
    }
}
