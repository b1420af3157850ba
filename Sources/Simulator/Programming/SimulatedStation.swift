public import NowPlaying
import Support

/// A station that does not exist: its names, and the plan of its day.
///
/// Its broadcasts follow from these values and the time alone (see `Playout`). So two farms with
/// the same station agree, and a restarted one carries on at the right place.
public struct SimulatedStation: Hashable, Sendable {
    /// The plan of a station's day.
    public enum Format: String, CaseIterable, Sendable {
        /// Automation, track after track.
        case automated
        /// Automation, and in each block a live show with a streamer.
        case liveShows
        /// Automation, and in each block a stretch off the air.
        case intermittent
    }

    /// The name that the wire uses: lower-case letters, digits and underscores.
    public var shortcode: String
    /// The name for people.
    public var name: String
    /// The station, in a sentence of its own.
    public var summary: String
    /// The station's site.
    public var url: String
    /// The address below which its pictures and its sound are.
    public var mediaURL: String
    /// The plan of its day.
    public var format: Format
    /// The writing systems of its music; Latin if empty.
    public var writingSystems: [WritingSystem]
    /// The length of a track, at least 1 ms. The last before a show, an outage or a block's end may
    /// be shorter if the range leaves no other way to fill it.
    public var trackLength: ClosedRange<Interval>
    /// The number of past tracks in its history.
    public var historyLength = 5
    /// The seed by which it differs from another station with the same settings.
    public var seed: UInt64

    /// A station of which the rest can be set afterwards.
    public init(
        shortcode: String, name: String, format: Format = .automated,
        writingSystems: [WritingSystem] = [.latin],
        trackLength: ClosedRange<Interval> = SimulatedStation.shortTracks, seed: UInt64 = 0
    ) {
        self.shortcode = shortcode
        self.name = name
        self.format = format
        self.writingSystems = writingSystems
        self.trackLength = trackLength
        self.seed = seed ^ StableHash.number(of: shortcode)
        summary = "\(name): music that does not exist."
        url = "https://\(shortcode.replacing("_", with: "-")).example"
        mediaURL = url
    }

    /// 5 to 20 s, so that an observer sees changes soon.
    public static let shortTracks = Interval.seconds(5)...Interval.seconds(20)

    /// The address of its audio stream.
    var streamURL: String { mediaURL + soundPath }
}
