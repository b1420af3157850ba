package import NowPlaying
package import Stations

/// The hub's state beside a session, as far as its commands need it.
package struct PlaybackContext {
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
    /// The state of the session's station as it is heard, where one is selected.
    package let heard: NowPlaying?
    /// The past, present and announced tracks of that station.
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
