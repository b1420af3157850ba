/// A person who is on air.
public struct LiveStreamer: Hashable, Sendable {
    /// The streamer's name, as the station gives it.
    public var streamer: String
    /// The name is that of the station's automation, not of a person.
    public var isDefault: Bool?
    /// The start of the broadcast, on the hub's wall clock.
    public var startedAt: Timestamp?
    /// The streamer's picture.
    public var artworkURL: String?

    /// A streamer whose name alone is known.
    public init(streamer: String) {
        self.streamer = streamer
    }
}
