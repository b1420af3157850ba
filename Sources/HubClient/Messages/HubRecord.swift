public import NowPlaying

/// One change of a station or a listening session, in one view.
public struct HubRecord: Hashable, Sendable {
    /// The content of a record.
    public enum Content: Hashable, Sendable {
        /// The station's state.
        case nowPlaying(NowPlaying)
        /// The same in a line of text.
        case line(String)
        /// The session's lock screen.
        case lockScreen(LockCard)
        /// The session's car screen.
        case carPlay(CarDocument)
        /// The station or the session is gone.
        case removed
        /// Nothing that was to be read, or that this version knows.
        case unread
    }

    /// Changes in place of a document.
    struct Changes: Hashable, Sendable {
        var patch: JSONTree?
        var rows: JSONTree?
        var templates: JSONTree?
    }

    /// The view.
    public var view: String
    /// The epoch of the hub: the identifier of its life.
    public var epoch: String
    /// The revision at which the document last changed.
    public var revision: Int
    /// The station.
    public var station: String?
    /// The session; beside a station, the one whose station it is.
    public var session: String?
    /// The client whose command it follows from.
    public var sender: String?
    /// The parts of `nowPlaying` that changed, by their names.
    public var changed: [String]
    /// The content, also if it came as changes of an earlier document.
    public var content: Content
    /// The document, where later records may bring changes of it.
    var tree: JSONTree?
    /// The changes, where it brought no document.
    var changes: Changes?

    /// The owner of its document: the session's id, else the station's.
    public var owner: String { session ?? station ?? "" }

    /// A record with its parts.
    public init(
        view: String, epoch: String, revision: Int, station: String? = nil,
        session: String? = nil, content: Content
    ) {
        self.view = view
        self.epoch = epoch
        self.revision = revision
        self.station = station
        self.session = session
        self.content = content
        changed = []
    }
}

extension HubRecord: Decodable {
    /// Reads a record.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        self.init(
            view: try members.required("view"), epoch: try members.required("epoch"),
            revision: try members.required("revision"), station: members["station"],
            session: members["session"], content: .unread)
        sender = members["sender"]
        changed = members.list("changed")
        let reading = decoder.userInfo[.reading] as? HubMessage.Reading ?? .documents
        if reading == .heads {
            content = Self.text(in: members)
            return
        }
        content = Self.content(of: members)
        if content == .unread { changes = Changes(members) }
        if reading == .changes || view == "carPlay" { tree = members[view] }
    }

    /// Returns the content of a record that is as quickly read as skipped.
    private static func text(in members: DocumentMembers) -> Content {
        if members["removed"] == true { return .removed }
        return members["line"].map { .line($0) } ?? .unread
    }

    private static func content(of members: DocumentMembers) -> Content {
        if let state: NowPlaying = members["nowPlaying"] { return .nowPlaying(state) }
        if let card: LockCard = members["lockScreen"] { return .lockScreen(card) }
        if let document: CarDocument = members["carPlay"] { return .carPlay(document) }
        return text(in: members)
    }
}

extension HubRecord.Changes {
    fileprivate init?(_ members: DocumentMembers) {
        (patch, rows, templates) = (members["patch"], members["rows"], members["templates"])
        if patch == nil, rows == nil, templates == nil { return nil }
    }
}
