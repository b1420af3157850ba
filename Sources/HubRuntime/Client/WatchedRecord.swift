public import JSON
public import NowPlaying
import Support
internal import Views

/// One record as a watcher got it.
public struct WatchedRecord: Equatable, Sendable {
    /// The longest that a hub sends, with room to spare.
    static let lengthMax = 1 << 20

    /// Whose it is: a station's id, or a session's.
    public var owner: String
    /// Which life of the hub it comes from.
    public var epoch: String
    /// The revision at which its document last changed.
    public var revision: Int
    /// A hash of its document, or of what it says in place of one.
    public var fingerprint: UInt64
    /// The text: of the view `line`, or made of another view's state.
    public var line: String?
    /// The state, where it is a whole one of the view `nowPlaying` or `lockScreen`.
    public var state: NowPlaying?
    /// The whole record, as JSON.
    public var bytes: [UInt8]

    /// A record with its parts.
    public init(
        owner: String, epoch: String, revision: Int, fingerprint: UInt64, line: String? = nil,
        state: NowPlaying? = nil, bytes: [UInt8]
    ) {
        self.owner = owner
        self.epoch = epoch
        self.revision = revision
        self.fingerprint = fingerprint
        self.line = line
        self.state = state
        self.bytes = bytes
    }

    /// Reads a record; `nil` for what is none.
    public init?(_ record: JSONValue) {
        let owner = record["session"]?.string ?? record["station"]?.string
        guard let owner, let epoch = record["epoch"]?.string,
            let revision = record["revision"]?.int
        else { return nil }
        // What comes last is the document, a patch to it, or that there is none any more.
        guard let content = Array(record.members).last else { return nil }
        var writer = JSONWriter()
        writer.value(record)
        let state =
            record["lockScreen"].flatMap { NowPlaying(lockScreen: $0, session: owner) }
            ?? record["nowPlaying"].flatMap(NowPlaying.init(document:))
        self.init(
            owner: owner, epoch: epoch, revision: revision,
            fingerprint: content.value.fingerprint,
            line: (record["line"]?.string ?? state?.watchedLine)?.withoutControls, state: state,
            bytes: writer.bytes)
    }
}

extension NowPlaying {
    /// The hub's line, and why the station cannot be read: what it shows may be old then.
    var watchedLine: String {
        let line = line(in: .english)
        switch connection.state {
        case .connecting, .live, .stale: return line
        case .failing, .stopped: return "\(line) (\(connection.reason?.text ?? "not reachable"))"
        }
    }
}
