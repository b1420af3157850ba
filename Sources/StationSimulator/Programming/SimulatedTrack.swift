/// One invented piece of music.
public struct SimulatedTrack: Hashable, Sendable {
    /// Who plays it.
    public var artist: String
    /// What it is called.
    public var title: String
    /// The album that it is on; empty when it is on none.
    public var album: String
    /// The kind of music; empty when nobody said.
    public var genre: String

    /// Artist and title in one line, as playout systems put them into a stream.
    public var text: String { "\(artist) - \(title)" }
}
