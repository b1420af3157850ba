/// Changes of documents, as records say them in place of a whole one.
extension JSONTree {
    /// Applies a merge patch (RFC 7396): a member that is `null` goes, an object changes the
    /// members that it names, everything else is replaced.
    public mutating func apply(patch: JSONTree) {
        guard case .object(let changes) = patch else { return self = patch }
        var members: [String: JSONTree] = [:]
        if case .object(let own) = self { members = own }
        for (name, change) in changes {
            if change == .null {
                members[name] = nil
            } else {
                members[name, default: [:]].apply(patch: change)
            }
        }
        self = .object(members)
    }

    /// Applies `rows` of a car's record: by the id of a part, the properties that change. One that
    /// is `null` goes; parts that the document does not have stay away.
    public mutating func apply(rows: JSONTree) {
        switch self {
        case .object(let members):
            var changed = members.mapValues { member in
                var member = member
                member.apply(rows: rows)
                return member
            }
            if let id = changed["id"]?.string, case .object(let changes)? = rows[id] {
                for (name, value) in changes { changed[name] = value == .null ? nil : value }
            }
            self = .object(changed)
        case .array(let elements):
            self = .array(
                elements.map { element in
                    var element = element
                    element.apply(rows: rows)
                    return element
                })
        case .null, .bool, .number, .string:
            break
        }
    }

    /// Applies `templates` of a car's record: by id the new template, or `null` for a list that
    /// goes.
    public mutating func apply(templates: JSONTree) {
        guard case .object(var members) = self, case .object(let changes) = templates else {
            return
        }
        var root = members["root"] ?? .null
        let tabs = root["templates"]?.elements ?? [root]
        if case .object(var tabBar) = root, tabBar["templates"] != nil {
            tabBar["templates"] = .array(tabs.map { $0.replaced(by: changes) })
            root = .object(tabBar)
        } else {
            root = root.replaced(by: changes)
        }
        let tabIDs = Set(tabs.compactMap(\.id))
        let stay = (members["lists"]?.elements ?? []).filter { changes[$0.id ?? ""] == nil }
        let come = changes.filter { $0.value != .null && !tabIDs.contains($0.key) }
        members["root"] = root
        members["lists"] = .array(stay + come.sorted { $0.key < $1.key }.map(\.value))
        self = .object(members)
    }

    private var id: String? { self["id"]?.string }

    private var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The template that stands in place of this one.
    private func replaced(by changes: [String: JSONTree]) -> JSONTree {
        id.flatMap { changes[$0] } ?? self
    }
}
