public import NowPlaying
import Support

/// A station that does not exist: its names, and how its day goes.
///
/// What it plays follows from these values and the time alone (see `Playout`), so that two farms
/// with the same station agree, and one that was restarted carries on where it would have been.
public struct SimulatedStation: Hashable, Sendable {
    /// How a station's day goes.
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
    /// How its day goes.
    public var format: Format
    /// The writing systems of its music; Latin if empty.
    public var writingSystems: [WritingSystem]
    /// How long a track lasts, at least 1 ms. The last before a show, an outage or a block's end
    /// may be shorter when the range leaves no other way to fill it.
    public var trackLength: ClosedRange<Interval>
    /// How many past tracks it tells of.
    public var historyLength = 5
    /// What makes it differ from another station with the same settings.
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
    }

    /// 5 to 20 s: something happens while one watches.
    public static let shortTracks = Interval.seconds(5)...Interval.seconds(20)

    /// Where its sound would be.
    var streamURL: String { "\(url)/listen/\(shortcode)/radio.mp3" }
}
