internal import JSON
public import NowPlaying
public import Views

/// Which records are wanted of a hub, as its `get` and `subscribe` take it.
public struct RecordQuery: Equatable, Sendable {
    /// The shape.
    public var view: View
    /// The stations; `nil` for all, those added later included.
    public var stations: [String]?
    /// The session that is wanted, or whose station is, in place of stations.
    public var session: String?
    /// How many played tracks are included, newest first.
    public var historyCount = 0
    /// Whether listener counts are included.
    public var includesListeners = false

    /// A query for all stations, with nothing that must be asked for.
    public init(view: View) {
        self.view = view
    }

    /// The session that is meant where a session is.
    var sessionName: String { session ?? "main" }

    /// What is not asked for is left out, so that the hub's defaults hold.
    func write(into writer: inout JSONWriter) {
        writer.member("view", view.name)
        if let stations {
            writer.beginArray("stations")
            for station in stations { writer.string(station) }
            writer.endArray()
        }
        writer.member("session", session)
        if historyCount > 0 { writer.member("history", historyCount) }
        if includesListeners { writer.member("listeners", true) }
    }
}

/// What a watcher subscribes to.
public struct WatchRequest: Equatable, Sendable {
    /// The records.
    public var query: RecordQuery
    /// The least time between two records of a station; `nil` for what is usual.
    public var minInterval: Interval?
    /// After a station's first record, only what changed.
    public var wantsPatches = false

    /// A request for whole records, at the usual pace.
    public init(_ query: RecordQuery) {
        self.query = query
    }

    /// The parameters of `subscribe`.
    ///
    /// - Parameter since: Up to where everything is held, from a connection before.
    func parameters(since: WatchPosition?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        query.write(into: &writer)
        writer.member("minInterval", milliseconds: minInterval?.milliseconds)
        if wantsPatches { writer.member("patch", true) }
        if let since {
            writer.beginObject("since")
            writer.member("epoch", since.epoch)
            writer.member("revision", since.revision)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}

/// Up to where a watcher holds everything.
public struct WatchPosition: Equatable, Sendable {
    /// Which life of the hub the revision belongs to.
    public var epoch: String
    /// The last `resume` of that life.
    public var revision: Int

    /// A position with its parts.
    public init(epoch: String, revision: Int) {
        self.epoch = epoch
        self.revision = revision
    }
}
