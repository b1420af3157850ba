/// A car's document at a client that knows ids, members and `null`, and nothing else of it.
extension Tree {
    /// A car's document after what a record says of rows and templates.
    public func changed(by record: Tree) -> Tree {
        applying(rows: record["rows"]?.members ?? [:])
            .applying(templates: record["templates"]?.members ?? [:])
    }

    /// Returns the document after changed rows, as a client makes it. The given members replace
    /// those of the part with that id, wherever it is; `null` removes them.
    public func applying(rows: [String: Tree]) -> Tree {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map { $0.applying(rows: rows) })
        case .object(let members):
            var changed = members.mapValues { $0.applying(rows: rows) }
            if case .string(let id) = members["id"], case .object(let change) = rows[id] {
                for (name, value) in change { changed[name] = value == .null ? nil : value }
            }
            return .object(changed)
        }
    }

    /// Returns the document after changed templates, as a client makes it. A template replaces the
    /// one with its id, `null` removes a list, and a template with an unknown id is a list.
    public func applying(templates: [String: Tree]) -> Tree {
        var document = members
        var unknown = templates
        func replaced(_ template: Tree) -> Tree? {
            guard case .string(let id) = template.members["id"] else { return template }
            guard let change = unknown.removeValue(forKey: id) else { return template }
            return change == .null ? nil : change
        }
        var root = document["root"]?.members ?? [:]
        if case .array(let tabs) = root["templates"] {
            root["templates"] = .array(tabs.compactMap(replaced))
            document["root"] = .object(root)
        } else {
            document["root"] = replaced(.object(root))
        }
        guard case .array(let lists) = document["lists"] else { return self }
        let kept = lists.compactMap(replaced)
        document["lists"] = .array(kept + unknown.values.filter { $0 != .null })
        return .object(document)
    }

    /// A document whose lists are in the order of their ids, which means nothing to a client.
    public var sortedLists: Tree {
        guard case .array(let lists) = members["lists"] else { return self }
        var document = members
        document["lists"] = .array(lists.sorted { $0.identifier < $1.identifier })
        return .object(document)
    }

    private var identifier: String {
        guard case .string(let id) = members["id"] else { return "" }
        return id
    }
}
