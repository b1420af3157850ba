@testable import Views

/// The changes as a client applies them, to the documents themselves.
extension CarPlayDocument {
    /// The document after these changes. Parts that it does not have stay away.
    func applying(_ rows: RowChanges) -> CarPlayDocument {
        let changes = Dictionary(
            rows.parts.map { ($0.id, $0.changes) }, uniquingKeysWith: { $1 })
        var changed = self
        changed.forEachPart { id, properties in
            for (property, change) in changes[id] ?? [:] {
                switch change {
                case .set(let value): properties[property] = value
                case .remove: properties[property] = nil
                }
            }
        }
        return changed
    }

    /// The document after these changes; the order of its lists means nothing.
    func applying(_ changes: TemplateChanges) -> CarPlayDocument {
        var document = applying(changes.rows)
        let changed = Dictionary(
            changes.changed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        document.root.replaceTabs { changed[$0.id] ?? $0 }
        let tabs = Set(document.root.tabs.map(\.id))
        document.lists.removeAll { changed[$0.id] != nil || changes.removed.contains($0.id) }
        document.lists += changes.changed.compactMap { template in
            guard case .list(let list) = template, !tabs.contains(list.id) else { return nil }
            return list
        }
        return document
    }
}

extension CarPlayDocument.Root {
    fileprivate mutating func replaceTabs(
        by replacement: (CarPlayDocument.Tab) -> CarPlayDocument.Tab
    ) {
        switch self {
        case .tabBar(var tabBar):
            tabBar.templates = tabBar.templates.map(replacement)
            self = .tabBar(tabBar)
        case .template(let template):
            self = .template(replacement(template))
        }
    }
}
