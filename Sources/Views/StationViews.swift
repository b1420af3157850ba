import JSON
public import NowPlaying

extension View {
    /// The whole state of a station, as JSON.
    public static let nowPlaying = View(
        ViewDefinition(
            name: "nowPlaying", subject: .station, namesChanges: true, hasHistory: true,
            hasPatches: true,
            parts: { options in
                var parts: StateParts = [
                    .connection, .online, .track, .playback, .live, .programme, .next, .station,
                ]
                if options.historyCount > 0 { parts.insert(.history) }
                if options.includesListeners { parts.insert(.listeners) }
                return parts
            },
            render: { snapshot, options, _ in
                snapshot.document(options) { Document.encode($0, with: options) }
            }))

    /// The state of a station as it is, for consumers in this process: a `NowPlaying`.
    public static let state = View(
        ViewDefinition(
            name: "state", subject: .station, isEncoded: false,
            parts: { _ in
                [.connection, .online, .track, .playback, .live, .programme, .next, .station]
            },
            render: { snapshot, _, _ in
                switch snapshot {
                case .station(let station): StateDocument(station.nowPlaying)
                case .session(let session):
                    session.sessionStation.map { StateDocument(session.heard(of: $0)) }
                }
            }))

    /// One line of text about a station.
    public static let line = View(
        ViewDefinition(
            name: "line", subject: .station, options: [.locale],
            parts: { _ in [.online, .track, .programme, .station] },
            render: { snapshot, options, _ in
                snapshot.document(options) { Document.encodeLine($0, in: options.locale) }
            }))
}

extension Snapshot {
    /// A document about the station, or about the one that is heard in the session.
    func document(
        _ options: DocumentOptions, _ encode: (NowPlaying) -> [UInt8]
    ) -> (any ViewDocument)? {
        switch self {
        case .station(let station):
            return EncodedDocument(encode(station.nowPlaying), of: station, options)
        case .session(let session):
            guard let station = session.sessionStation else { return nil }
            let heard = session.heard(of: station)
            return HeardDocument(heard, encoded: encode(heard), options)
        }
    }
}

/// A document that is compared by its bytes, and as a state where the one before is kept.
public final class EncodedDocument: ViewDocument {
    /// The whole document.
    public let bytes: [UInt8]
    private let snapshot: StationSnapshot
    private let options: DocumentOptions
    private let bytesHash: UInt64

    /// Differs from run to run, and never leaves the hub: it only tells equal from different, and
    /// a station cannot choose texts that collide.
    public var hash: UInt64? { bytesHash }

    init(_ bytes: [UInt8], of snapshot: StationSnapshot, _ options: DocumentOptions) {
        self.bytes = bytes
        self.snapshot = snapshot
        self.options = options
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        bytesHash = UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// A patch where one is wanted and what is held is known, else the whole.
    public func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        guard let held = held as? EncodedDocument else { return DocumentChange(.document(bytes)) }
        let state = snapshot.nowPlaying.countingOn(from: held.snapshot.nowPlaying)
        if state.map({ Document.encode($0, with: options) }) == held.bytes { return nil }
        return DocumentChange(
            asPatches ? .patch(from: held.bytes, to: bytes) : .document(bytes))
    }
}

/// A station's state, compared as such.
final class StateDocument: ViewDocument {
    private let state: NowPlaying

    var hash: UInt64? { nil }
    var station: String? { state.station.id }

    init(_ state: NowPlaying) {
        self.state = state
    }

    func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        if let held = (held as? StateDocument)?.state {
            guard held != state, held != state.countingOn(from: held) else { return nil }
        }
        return DocumentChange(.value(state))
    }
}

/// A station as it is heard in a session, which may be another station next time.
final class HeardDocument: ViewDocument {
    private let state: NowPlaying
    private let bytes: [UInt8]
    private let options: DocumentOptions

    var hash: UInt64? { nil }
    var station: String? { state.station.id }

    init(_ state: NowPlaying, encoded bytes: [UInt8], _ options: DocumentOptions) {
        self.state = state
        self.bytes = bytes
        self.options = options
    }

    func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        guard let held = held as? HeardDocument, held.station == station else {
            return DocumentChange(.document(bytes), parts: state.presentParts)
        }
        let later = state.countingOn(from: held.state)
        guard held.bytes != bytes, later.map({ Document.encode($0, with: options) }) != held.bytes
        else { return nil }
        let content =
            asPatches
            ? DocumentChange.Content.patch(from: held.bytes, to: bytes) : .document(bytes)
        return DocumentChange(content, parts: state.changes(since: held.state))
    }
}

/// The encoding of documents.
public enum Document {
    /// The longest document, in bytes: a record with its head stays below 64 KiB.
    public static let maximumSize = 63 * 1_024
    /// Enough for most documents without a history.
    private static let usualSize = 1_024

    static func encodeLine(_ state: NowPlaying, in locale: Locale) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(state.line(in: locale))
        return writer.bytes
    }

    /// Encodes a station's whole state.
    ///
    /// A document that is longer than `maximumSize` loses its oldest history first, then the parts
    /// that a reader can best do without.
    public static func encode(_ state: NowPlaying, with options: DocumentOptions) -> [UInt8] {
        let document = encodeAll(of: state, with: options)
        guard document.count > maximumSize else { return document }
        return encodeShortened(state, with: options)
    }

    private static func encodeAll(
        of state: NowPlaying, with options: DocumentOptions
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: usualSize)
        writer.write(state, with: options)
        return writer.bytes
    }

    private static func encodeShortened(
        _ state: NowPlaying, with options: DocumentOptions
    ) -> [UInt8] {
        var state = state
        state.history = Array(state.history.prefix(options.historyCount))
        while state.dropLeastImportant() {
            let document = encodeAll(of: state, with: options)
            if document.count <= maximumSize { return document }
        }
        return encodeAll(of: state, with: options)
    }
}

extension NowPlaying {
    /// Removes the part that a reader misses least: half of the history first, then links.
    ///
    /// - Returns: True if there was anything left to remove.
    fileprivate mutating func dropLeastImportant() -> Bool {
        if !history.isEmpty {
            history.removeLast((history.count + 1) / 2)
        } else if track?.links != nil {
            track?.links = nil
        } else if next != nil {
            next = nil
        } else if station.description != nil {
            station.description = nil
        } else if programme != nil {
            programme = nil
        } else if live != nil {
            live = nil
        } else {
            return false
        }
        return true
    }
}

extension NowPlaying {
    /// The state in one line: `Artist – Title`, else the title, else the programme, else the
    /// station's name; with ` (offline)` when the station says that it is.
    public func line(in locale: Locale) -> String {
        online == false ? subject + " (" + locale[.offline] + ")" : subject
    }

    private var subject: String {
        track?.artistAndTitle ?? programme?.title ?? station.name
    }
}
