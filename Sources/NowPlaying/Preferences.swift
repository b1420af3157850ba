/// The listeners' choices among the stations. They belong to the hub, not to a session, and survive
/// a restart.
public struct Preferences: Hashable, Sendable {
    /// The ids of the favourite stations, in the order in which they became that.
    public var favourites: [String] = []
    /// The ids of stations in the listener's order; those that it does not name come after.
    public var order: [String] = []
    /// The stream that was chosen last, by the station's id.
    public var streams: [String: String] = [:]

    /// Nothing has been chosen yet.
    public init() {}
}
