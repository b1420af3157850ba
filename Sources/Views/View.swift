/// A shape in which the state of a station is given out.
public enum View: String, CaseIterable, Sendable {
    /// The whole state, as JSON.
    case nowPlaying
    /// One line of text.
    case line
}
