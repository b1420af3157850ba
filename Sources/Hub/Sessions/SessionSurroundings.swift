import NowPlaying

/// What the hub knows beside a session, by which its commands are carried out.
struct SessionSurroundings {
    /// The stations in the listeners' order.
    let stations: [String]
    /// The streams that were chosen, by the station's id, of those that there are.
    let chosenStreams: [String: String]
    /// What the station of the session broadcasts, where one is selected.
    let nowPlaying: NowPlaying?
    /// What it has broadcast.
    let timeline: StationTimeline
}
