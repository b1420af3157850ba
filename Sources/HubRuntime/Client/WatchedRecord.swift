public import JSON
public import NowPlaying

/// One record as a watcher got it.
public struct WatchedRecord: Equatable, Sendable {
    /// Whose it is.
    public var station: String
    /// Which life of the hub it comes from.
    public var epoch: String
    /// The revision at which its document last changed.
    public var revision: Int
    /// A hash of its document, or of what it says in place of one.
    public var fingerprint: UInt64
    /// The text, where it is one of the view `line`.
    public var line: String?
    /// The state, where it is a whole one of the view `nowPlaying`.
    public var state: NowPlaying?
    /// The whole record, as JSON.
    public var bytes: [UInt8]

    /// A record with its parts.
    public init(
        station: String, epoch: String, revision: Int, fingerprint: UInt64, line: String? = nil,
        state: NowPlaying? = nil, bytes: [UInt8]
    ) {
        self.station = station
        self.epoch = epoch
        self.revision = revision
        self.fingerprint = fingerprint
        self.line = line
        self.state = state
        self.bytes = bytes
    }

    /// Reads a record; `nil` for what is none.
    public init?(_ record: JSONValue) {
        guard let station = record["station"]?.string, let epoch = record["epoch"]?.string,
            let revision = record["revision"]?.int
        else { return nil }
        // What comes last is the document, a patch to it, or that there is none any more.
        guard let content = Array(record.members).last else { return nil }
        var writer = JSONWriter()
        writer.value(record)
        self.init(
            station: station, epoch: epoch, revision: revision,
            fingerprint: content.value.fingerprint, line: record["line"]?.string,
            state: record["nowPlaying"].flatMap(NowPlaying.init(document:)), bytes: writer.bytes)
    }
}
