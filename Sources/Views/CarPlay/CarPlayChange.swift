/// The change from one document of a car to the next.
public enum CarPlayChange: Hashable, Sendable {
    /// Properties of parts that stay.
    case rows(RowChanges)
    /// Templates whose sections changed, and properties of parts of the others.
    case templates(TemplateChanges)
    /// Everything anew, since a section, a tab or the root changed.
    case whole(CarPlayDocument)

    /// Returns the change from one document to another; `nil`: none.
    ///
    /// - Parameter templatesAlone: If sections of some templates changed, those are sent without
    ///   the others.
    static func from(
        _ old: CarPlayViewDocument?, to new: CarPlayViewDocument, templatesAlone: Bool = false
    ) -> CarPlayChange? {
        guard let old, old.document.frame == new.document.frame else {
            return .whole(new.document)
        }
        let changes = TemplateChanges(from: old, to: new)
        guard changes.areInPlace else {
            return templatesAlone ? .templates(changes) : .whole(new.document)
        }
        return changes.rows.isEmpty ? nil : .rows(changes.rows)
    }

    /// The same of documents that have not been encoded.
    public static func from(
        _ old: CarPlayDocument?, to new: CarPlayDocument, templatesAlone: Bool = false
    ) -> CarPlayChange? {
        from(
            old.map { CarPlayViewDocument($0) }, to: CarPlayViewDocument(new),
            templatesAlone: templatesAlone)
    }
}

/// Changes of properties of parts, by the parts' ids.
public struct RowChanges: Hashable, Sendable {
    /// The change of a property.
    public enum Change: Hashable, Sendable {
        case set(PropertyValue)
        /// It gets its default value.
        case remove
    }

    /// The changes of one part.
    public struct Part: Hashable, Sendable {
        /// The id of the part.
        public let id: String
        /// The properties that change.
        public var changes: [RowProperty: Change]
    }

    /// The parts that change, each once.
    public let parts: [Part]

    /// Nothing changes.
    public var isEmpty: Bool { parts.isEmpty }

    /// The changes between parts of two documents, each with the same part of the other one.
    init(of pairs: [Zip2Sequence<[CarPlayDocument.Part], [CarPlayDocument.Part]>]) {
        parts = pairs.joined().compactMap { old, new in
            guard old.properties != new.properties else { return nil }
            return Part(id: new.id, changes: new.properties.changes(since: old.properties))
        }
    }
}

extension Properties {
    fileprivate func changes(since old: Properties) -> [RowProperty: RowChanges.Change] {
        var changes: [RowProperty: RowChanges.Change] = [:]
        for entry in old.entries { changes[entry.property] = .remove }
        for entry in entries {
            let isSame = old[entry.property] == entry.value
            changes[entry.property] = isSame ? nil : .set(entry.value)
        }
        return changes
    }
}
