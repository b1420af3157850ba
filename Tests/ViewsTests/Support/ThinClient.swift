import JSON

/// JSON as a plain value.
indirect enum Tree: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(_ value: JSONValue) {
        if value.isObject {
            let members = value.members.map { ($0.name, Tree($0.value)) }
            self = .object(Dictionary(uniqueKeysWithValues: members))
        } else if value.isArray {
            self = .array(value.elements.map(Tree.init))
        } else if let string = value.string {
            self = .string(string)
        } else if let number = value.double {
            self = .number(number)
        } else if let bool = value.bool {
            self = .bool(bool)
        } else {
            self = .null
        }
    }

    init(_ text: [UInt8]) throws {
        self = try JSONParser().parse(text) { Tree($0) }
    }

    /// What a client makes of rows, who knows no more of them than that parts have ids: the members
    /// that are there replace those of the part, `null` removes them.
    func applying(rows: [String: Tree]) -> Tree {
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

    /// What a client makes of templates: those of the same id are replaced, `null` removes a list,
    /// and those that it does not know are lists.
    func applying(templates: [String: Tree]) -> Tree {
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
    var sortedLists: Tree {
        guard case .array(let lists) = members["lists"] else { return self }
        var document = members
        document["lists"] = .array(lists.sorted { $0.identifier < $1.identifier })
        return .object(document)
    }

    private var identifier: String {
        guard case .string(let id) = members["id"] else { return "" }
        return id
    }

    var members: [String: Tree] {
        guard case .object(let members) = self else { return [:] }
        return members
    }
}
