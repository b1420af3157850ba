package import NowPlaying
package import Stations

/// What the hub knows beside a session, by which its commands are carried out.
package struct SessionContext {
    /// A station beside the session's own, and the stream that it is listened to by.
    package struct Neighbour {
        package let station: String
        package let stream: String?

        package init(station: String, stream: String?) {
            self.station = station
            self.stream = stream
        }
    }

    /// The next station in the listeners' order, after the last the first; `nil` where there is no
    /// other.
    package let next: Neighbour?
    /// The station before in the listeners' order, before the first the last.
    package let previous: Neighbour?
    /// What is heard of the session's station, where one is selected.
    package let heard: NowPlaying?
    /// What that station played, plays and is about to play.
    package let timeline: Timeline

    package init(
        next: Neighbour?, previous: Neighbour?, heard: NowPlaying?, timeline: Timeline
    ) {
        self.next = next
        self.previous = previous
        self.heard = heard
        self.timeline = timeline
    }
}
