/// Which parts of a station's state a change touched.
public struct ChangeClasses: OptionSet, Hashable, Sendable {
    /// A bit for each class.
    public var rawValue: UInt16

    /// The classes whose bits are set.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// How the hub stands with the feed.
    public static let connection = ChangeClasses(rawValue: 1 << 0)
    /// What the station says of itself.
    public static let online = ChangeClasses(rawValue: 1 << 1)
    /// What plays.
    public static let track = ChangeClasses(rawValue: 1 << 2)
    /// State, rate, anchor or duration; never the position moving on.
    public static let playback = ChangeClasses(rawValue: 1 << 3)
    /// Who is on air.
    public static let live = ChangeClasses(rawValue: 1 << 4)
    /// The show.
    public static let programme = ChangeClasses(rawValue: 1 << 5)
    /// What comes next.
    public static let next = ChangeClasses(rawValue: 1 << 6)
    /// What was played.
    public static let history = ChangeClasses(rawValue: 1 << 7)
    /// The station's standing facts.
    public static let station = ChangeClasses(rawValue: 1 << 8)
    /// Listener counts, which advance no revision.
    public static let listeners = ChangeClasses(rawValue: 1 << 9)

    /// All parts.
    public static let all = ChangeClasses(names.map(\.0))

    /// Each class with the name that records give it, in the order in which they list them.
    public static let names: [(ChangeClasses, String)] = [
        (.connection, "connection"), (.online, "online"), (.track, "track"),
        (.playback, "playback"), (.live, "live"), (.programme, "programme"), (.next, "next"),
        (.history, "history"), (.station, "station"), (.listeners, "listeners"),
    ]
}
