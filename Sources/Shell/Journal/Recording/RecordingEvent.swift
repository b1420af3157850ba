import Hub
import NowPlaying

/// One line of a recording.
struct RecordingEvent {
    /// The kind of an event, with its details.
    enum Content {
        /// The first line: which life of which hub was recorded, and the fingerprint of its config.
        case header(epoch: String, config: String?)
        /// The config became another, which has this fingerprint.
        case reconfigured(config: String)
        /// Something happened on the link of a station.
        case link(station: String, ReplayedEvent)
        /// Something was asked of a session.
        case command(RecordedCommand)
        /// So many events could not be written in time.
        case lost(count: Int)
    }

    /// The wall clock then.
    var at: Timestamp
    /// The monotonic clock then; `nil` where it follows the wall clock.
    var mono: Instant?
    /// The event itself.
    var content: Content
}
