import NowPlaying

/// What the hub knows beside a session, by which its commands are carried out.
struct SessionSurroundings {
    /// A station beside the session's own, and the stream that it is listened to by.
    struct Neighbour {
        let station: String
        let stream: String?
    }

    /// The next station in the listeners' order, after the last the first; `nil` where there is no
    /// other.
    let next: Neighbour?
    /// The station before in the listeners' order, before the first the last.
    let previous: Neighbour?
    /// What is heard of the session's station, where one is selected.
    let heard: NowPlaying?
    /// What that station played, plays and is about to play.
    let timeline: Timeline
}
