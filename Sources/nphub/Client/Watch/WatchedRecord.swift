public import HubClient
import JSON
public import NowPlaying
import Support
import Views

/// A record of the hub, as far as printers need it.
public struct WatchedRecord: Hashable, Sendable {
    /// Its owner: a session's id, or a station's.
    public var owner: String
    /// The epoch of the hub: the identifier of its life.
    public var epoch: String
    /// The revision at which its document last changed.
    public var revision: Int
    /// The text: of the view `line`, or made of another view's state.
    public var line: String?
    /// The state, where it is one of the view `nowPlaying` or `lockScreen`.
    public var state: NowPlaying?
    /// The content.
    public var content: HubRecord.Content
    /// The record as the hub wrote it, where it is printed so.
    public var text: RecordText

    /// A record as the client library reads it, and as the hub wrote it.
    init(_ record: HubRecord, _ text: RecordText) {
        (owner, epoch, revision) = (record.owner, record.epoch, record.revision)
        (content, self.text) = (record.content, text)
        switch content {
        case .nowPlaying(let state): self.state = state
        case .lockScreen(let card): state = NowPlaying(card, session: owner)
        case .line(let text): line = text.withoutControls
        case .carPlay, .removed, .unread: break
        }
        line = line ?? state?.watchedLine.withoutControls
    }
}

/// A record as the hub wrote it.
public struct RecordText: Hashable, Sendable {
    /// The whole record, as JSON.
    public var bytes: [UInt8] = []
    /// A hash of its document, or of the member in place of one.
    public var fingerprint: UInt64 = 0

    /// Nothing, where records are not printed as they are.
    public static let unread = RecordText()

    /// A text with its hash.
    public init(bytes: [UInt8] = [], fingerprint: UInt64 = 0) {
        self.bytes = bytes
        self.fingerprint = fingerprint
    }

    /// Reads the record of a notification; `nil` where there is none.
    init?(_ notification: JSONValue) {
        // The last member is the document, a patch to it, or the mark of its removal.
        guard let record = notification["params"]?["record"],
            let content = Array(record.members).last
        else { return nil }
        var writer = JSONWriter()
        writer.value(record)
        self.init(bytes: writer.bytes, fingerprint: content.value.fingerprint)
    }
}

extension NowPlaying {
    /// The hub's line, and the reason for which the station cannot be read: the line may be old
    /// then.
    var watchedLine: String {
        let line = line(in: .english)
        switch connection.state {
        case .connecting, .live, .stale: return line
        case .failing, .stopped: return "\(line) (\(connection.reason?.text ?? "not reachable"))"
        }
    }

    /// A lock screen as a state, so that the same formats show both; `nil` where the session is at
    /// no station.
    ///
    /// - Parameter session: The name for the station of the state.
    init?(_ card: LockCard, session: String) {
        guard let station = card.station else { return nil }
        self.init(
            station: Station(id: session, name: station),
            connection: StationConnection(state: .live, since: card.asOf))
        if let title = card.title {
            track = Track(id: title, title: title)
            track?.artist = card.artist
        }
        playback = card.playback
    }
}
