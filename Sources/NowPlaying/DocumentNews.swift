/// News of the documents that several hubs share, for one of these.
public enum DocumentNews: Equatable, Sendable {
    /// These hubs are there, each in one of its lives; this one is one of them.
    case members(own: String, Set<String>)
    /// A document is this at a revision; `nil` where it is not there.
    case changed(SharedDocument, [UInt8]?, revision: Revision)
    /// Nothing is left of a document that was not there.
    case erased(SharedDocument)
    /// All documents were told.
    case filled
    /// The outcome of the proposed change with this number.
    case answered(Int, DocumentOutcome)
}

/// Something that several hubs share and each of them may change.
public enum SharedDocument: Hashable, Comparable, Sendable {
    /// The listeners' choices among the stations.
    case preferences
    /// A session by its name.
    case session(String)

    /// A fixed order.
    public static func < (left: SharedDocument, right: SharedDocument) -> Bool {
        switch (left, right) {
        case (.preferences, .session): true
        case (_, .preferences): false
        case (.session(let left), .session(let right)): left < right
        }
    }
}

/// The outcome of a proposed change of a document.
public enum DocumentOutcome: Equatable, Sendable {
    /// The store has it at this revision.
    case stored(Revision)
    /// The document was another by then.
    case refused
    /// The store did not answer: it may have it.
    case unknown
    /// The store cannot be reached: it does not have it.
    case unsent
}
