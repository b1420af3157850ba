/// What turns one document of a car into the next.
public enum CarPlayChange: Hashable, Sendable {
    /// Properties of parts that stay.
    case rows(RowChanges)
    /// Templates whose sections changed, and properties of parts of the others.
    case templates(TemplateChanges)
    /// Everything anew, since a section, a tab or the root changed.
    case whole(CarPlayDocument)

    /// What has changed from one document to another; `nil`: nothing.
    ///
    /// - Parameter templatesAlone: Where sections of some templates changed, those are sent
    ///   without the others.
    public static func from(
        _ old: CarPlayDocument?, to new: CarPlayDocument, templatesAlone: Bool = false
    ) -> CarPlayChange? {
        guard let old else { return .whole(new) }
        let structures = (old.structure, new.structure)
        if structures.0 == structures.1 {
            let rows = RowChanges(from: old.parts, to: new.parts)
            return rows.isEmpty ? nil : .rows(rows)
        }
        guard templatesAlone, structures.0.frame == structures.1.frame else { return .whole(new) }
        return .templates(TemplateChanges(from: old, to: new))
    }
}

/// Changes of properties of parts, by the parts' ids.
public struct RowChanges: Hashable, Sendable {
    /// What becomes of a property.
    public enum Change: Hashable, Sendable {
        case set(PropertyValue)
        /// It becomes what it is by default.
        case remove
    }

    /// What becomes of one part.
    public struct Part: Hashable, Sendable {
        /// Which one.
        public let id: String
        /// The properties that change.
        public var changes: [RowProperty: Change]
    }

    /// The parts that change, each once.
    public let parts: [Part]

    /// Nothing changes.
    public var isEmpty: Bool { parts.isEmpty }

    /// The changes between the same parts of two documents.
    init(
        from old: [(id: String, properties: Properties)],
        to new: [(id: String, properties: Properties)]
    ) {
        parts = zip(old, new).compactMap { old, new in
            let changes = new.properties.changes(since: old.properties)
            return changes.isEmpty ? nil : Part(id: new.id, changes: changes)
        }
    }
}

extension Properties {
    fileprivate func changes(since old: Properties) -> [RowProperty: RowChanges.Change] {
        var changes: [RowProperty: RowChanges.Change] = [:]
        guard self != old else { return changes }
        for property in RowProperty.allCases where self[property] != old[property] {
            changes[property] = self[property].map { .set($0) } ?? .remove
        }
        return changes
    }
}
