/// The screen that a client with templates shows after a command, as its answer names it.
public enum NextScreen: Hashable, Sendable, CustomStringConvertible {
    /// The now-playing screen.
    case nowPlaying
    /// The list of a station's streams.
    case streams(of: String)

    /// `present:` or `push:`, and the id of the template.
    public var description: String {
        switch self {
        case .nowPlaying: "present:" + TemplateID.nowPlaying
        case .streams(let station): "push:" + TemplateID.streams(of: station)
        }
    }
}
