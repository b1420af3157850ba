import NowPlaying

/// What the hub knows beside a session, by which its commands are carried out.
struct SessionSurroundings {
    /// The stations in the listeners' order.
    let stations: [String]
    /// The streams that stations are listened to by, unless another is named.
    let streams: [String: String]
    /// What the station of the session broadcasts, where one is selected.
    let nowPlaying: NowPlaying?
    /// What it has broadcast.
    let timeline: StationTimeline
}
