/// The parts of a station's state that a change touched.
public struct StateParts: OptionSet, Hashable, Sendable {
    /// A bit for each part.
    public var rawValue: UInt16

    /// The parts whose bits are set.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The connection to the feed.
    public static let connection = StateParts(rawValue: 1 << 0)
    /// On air or not, as the station reports it.
    public static let online = StateParts(rawValue: 1 << 1)
    /// The track on air.
    public static let track = StateParts(rawValue: 1 << 2)
    /// State, rate, anchor or duration; never the position moving on.
    public static let playback = StateParts(rawValue: 1 << 3)
    /// The streamer on air.
    public static let live = StateParts(rawValue: 1 << 4)
    /// The show.
    public static let programme = StateParts(rawValue: 1 << 5)
    /// The track announced as next.
    public static let next = StateParts(rawValue: 1 << 6)
    /// The tracks played before.
    public static let history = StateParts(rawValue: 1 << 7)
    /// The station's standing facts.
    public static let station = StateParts(rawValue: 1 << 8)
    /// Listener counts, which advance no revision.
    public static let listeners = StateParts(rawValue: 1 << 9)

    /// All parts.
    public static let all = StateParts(names.map(\.0))

    /// Each part with the name that records give it, in the order in which they list them.
    public static let names: [(StateParts, String)] = [
        (.connection, "connection"), (.online, "online"), (.track, "track"),
        (.playback, "playback"), (.live, "live"), (.programme, "programme"), (.next, "next"),
        (.history, "history"), (.station, "station"), (.listeners, "listeners"),
    ]
}
