public import NowPlaying

/// A shape in which state is given out.
///
/// A view is a file with its definition, and a line in `all`: the hub serves it then. Clients have
/// types for some (`HubView`, `WatchFormat`). `FanOut`, `Hub` and its requests know no view by its
/// name: what one needs stands in its definition.
public struct View: Hashable, Sendable {
    /// All views, in the order in which help texts list them.
    public static let all = [nowPlaying, line, lockScreen, carPlay, mediaPlayer, state]

    /// The views that clients outside the process can ask for.
    public static let encoded = all.filter(\.definition.isEncoded)

    /// The definition of the view.
    public let definition: ViewDefinition

    /// The encoded view of this name.
    public init?(named name: String) {
        guard let view = Self.encoded.first(where: { $0.name == name }) else { return nil }
        self = view
    }

    init(_ definition: ViewDefinition) {
        self.definition = definition
    }

    /// The name by which clients ask for it, and the member of a record that holds a document.
    public var name: String { definition.name }

    /// It shows listening sessions alone.
    public var isOfSession: Bool { definition.subject == .session }

    /// True if they are the same view.
    public static func == (left: View, right: View) -> Bool {
        left.definition === right.definition
    }

    /// Tells views apart by their names.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The content of a view, the parts of a snapshot on which it depends, and the making of its
/// documents.
public final class ViewDefinition: Sendable {
    /// The subject of a view.
    public enum Subject: Sendable {
        /// Stations; of a session, the station that is heard in it.
        case station
        /// Listening sessions alone.
        case session
    }

    /// The name by which clients ask for it, and the member of a record that holds a document.
    public let name: String
    /// The subject.
    public let subject: Subject
    /// The options that it has.
    public let options: [DocumentOptions.Name]
    /// It has an encoding; else its documents are for consumers in this process.
    public let isEncoded: Bool
    /// The stations beside its subject that it shows; `nil` for a view of its subject alone.
    let overview: (@Sendable (DocumentOptions) -> StationOverview)?
    /// The next time at which time alone changes a document of a session; `nil` for a view without
    /// such times.
    public let nextStep: (@Sendable (Timestamp) -> Timestamp)?
    /// Makes the alert about a failure; `nil` for a view that shows none.
    let alert: (@Sendable (SessionFailure, DocumentOptions) -> SessionAlert)?
    /// Records say which parts have changed.
    public let namesChanges: Bool
    /// It has a place for a history and for numbers of listeners.
    public let hasHistory: Bool
    /// Clients can have changes of its documents in place of whole ones.
    public let hasPatches: Bool
    /// The surroundings of clients that do not name theirs.
    public let usualStyle: ContentStyle
    /// The parts of a snapshot that can alter a document.
    let parts: @Sendable (DocumentOptions) -> StateParts
    /// Makes a document; `nil` where there is nothing to show.
    let render: @Sendable (Snapshot, DocumentOptions, Timestamp) -> (any ViewDocument)?

    init(
        name: String, subject: Subject, options: [DocumentOptions.Name] = [],
        isEncoded: Bool = true, namesChanges: Bool = false,
        hasHistory: Bool = false, hasPatches: Bool = false, usualStyle: ContentStyle = .dark,
        overview: (@Sendable (DocumentOptions) -> StationOverview)? = nil,
        nextStep: (@Sendable (Timestamp) -> Timestamp)? = nil,
        alert: (@Sendable (SessionFailure, DocumentOptions) -> SessionAlert)? = nil,
        parts: @escaping @Sendable (DocumentOptions) -> StateParts,
        render: @escaping @Sendable (Snapshot, DocumentOptions, Timestamp) -> (any ViewDocument)?
    ) {
        self.name = name
        self.subject = subject
        self.options = options
        self.isEncoded = isEncoded
        self.overview = overview
        self.nextStep = nextStep
        self.alert = alert
        self.namesChanges = namesChanges
        self.hasHistory = hasHistory
        self.hasPatches = hasPatches
        self.usualStyle = usualStyle
        self.parts = parts
        self.render = render
    }
}

extension ViewDefinition {
    /// It shows other stations beside its subject.
    public var isOverview: Bool { overview != nil }
    /// Its documents change without their subject, so their revision is the hub's.
    public var changesBySurroundings: Bool { isOverview || nextStep != nil }
}

/// The stations beside its own that a session's document shows.
public struct StationOverview: Sendable {
    /// The number of stations, from the first in the listeners' order; the same of favourites.
    public let stationsMax: Int
    /// It shows the stations with a place on the map, too.
    public let hasMap: Bool
    /// The changes of these stations that can alter it.
    let parts: StateParts
}

/// A request of a session that failed.
public struct SessionFailure: Sendable {
    /// The reason.
    public let reason: ListeningSession.Failure?
    /// The command that can be tried again.
    public let command: SessionCommand?

    /// A failure with its parts.
    public init(_ reason: ListeningSession.Failure?, retrying command: SessionCommand?) {
        (self.reason, self.command) = (reason, command)
    }
}

/// An alert for clients that show a session.
public struct SessionAlert: Sendable {
    /// The id of the template to present.
    public let template: String
    /// The template, encoded.
    public let bytes: [UInt8]
}

/// The source of documents.
public enum Snapshot: Sendable {
    /// A station.
    case station(StationSnapshot)
    /// A listening session.
    indirect case session(SessionSnapshot)
}

/// A view's document of one version of a subject.
public protocol ViewDocument: AnyObject, Sendable {
    /// Equal for documents that say the same; `nil` where the next is compared with the document
    /// itself.
    var hash: UInt64? { get }
    /// The station that a session's document is about, where it is about one.
    var station: String? { get }

    /// Returns the change that leads from the client's document to this one.
    ///
    /// - Parameters:
    ///   - held: The client's document; `nil` where it holds none, or where that is not kept.
    ///   - asPatches: The client takes differences.
    /// - Returns: `nil` when the client shows the same already.
    func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange?
}

extension ViewDocument {
    /// None: it is about its subject.
    public var station: String? { nil }
}

/// A change that leads a client to a document.
public struct DocumentChange: Sendable {
    /// The form of the change.
    public enum Content: Sendable {
        /// The whole document, encoded.
        case document([UInt8])
        /// A merge patch (RFC 7396) to a document, still to be made from the two.
        case patch(from: [UInt8], to: [UInt8])
        /// Changes of a car's document in place, encoded.
        case rows([UInt8])
        /// Templates of a car's document, and the changes in place beside them, encoded.
        case templates([UInt8], rows: [UInt8]?)
        /// The document itself, for a consumer in this process.
        case value(any Sendable)
    }

    /// The form of the change.
    public let content: Content
    /// The parts that changed, where the document tells; else those that were published.
    public let parts: StateParts?

    init(_ content: Content, parts: StateParts? = nil) {
        self.content = content
        self.parts = parts
    }
}
