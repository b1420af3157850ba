import NowPlaying

/// The limits of a config, each with its reason.
enum ConfigurationLimits {
    /// 20,000 stations with every setting take about 12 MB.
    static let fileBytes = 16 << 20
    /// 20,000 stations take about 500,000 nodes; aliases could ask for any number.
    static let nodes = 2_000_000
    /// The format needs seven levels; the reader recurses.
    static let depth = 32
    /// The number of stations for which the hub is made.
    static let stations = 20_000
    /// A file for each of a thousand servers; each is opened at each reload.
    static let includedFiles = 1_000
    /// Folders and files of a path of `include` that are patterns: each multiplies the folders that
    /// are read, at each reload.
    static let patterns = 2
    /// More levels of files are not understood; the reader recurses.
    static let includeDepth = 8
    /// Lists of stations change by the day; servers are not to be pestered.
    static let discoveryPause = Interval.seconds(10)...Interval.seconds(86_400)
    /// A token or a certificate bundle is smaller.
    static let secretBytes = 64 << 10
    /// The system's bundle of certificate authorities has about 220 KB.
    static let certificateBytes = 4 << 20
    /// Of an id: it is part of keys, paths and every record.
    static let idLength = 64
    /// The limit of an address in records.
    static let urlBytes = 2_048
    /// Metadata that runs further ahead is not a stream's latency.
    static let delay = Interval.zero...Interval.seconds(600)
    /// Timelines reach back this far.
    static let rewindWindow = Interval.zero...Interval.seconds(5 * 3_600)
    /// From one minute to ten years.
    static let historyKeep = Interval.seconds(60)...Interval.seconds(3_650 * 86_400)
    /// Beyond these no word can be understood.
    static let rate = 0.1...10.0
    /// A mode has the permission bits of owner, group and others.
    static let mode: UInt32 = 0o777
}
