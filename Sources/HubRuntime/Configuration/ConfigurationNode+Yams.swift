import Yams

extension ConfigurationNode {
    /// Why a text is not a tree that a config could be.
    struct CompositionError: Error {
        var position: ConfigurationError.Position
        var problem: String
        var remedy: String
    }

    /// The tree of a YAML document; `nil` for an empty one.
    ///
    /// Aliases are expanded, so the tree may be larger than the text: it is bounded by
    /// ``ConfigurationLimits/nodes``.
    static func compose(_ text: String) throws(CompositionError) -> ConfigurationNode? {
        let root: Node?
        do {
            // No tags are resolved: whether `0600` is a number depends on the key. It is also three
            // times as fast as the default, which tries regular expressions on every key.
            root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch {
            throw CompositionError(error, in: text)
        }
        guard let root else { return nil }
        var budget = ConfigurationLimits.nodes
        return try ConfigurationNode(root, depth: 0, budget: &budget)
    }

    private init(_ node: Node, depth: Int, budget: inout Int) throws(CompositionError) {
        position = ConfigurationError.Position(node.mark)
        budget -= 1
        guard budget >= 0 else { throw .tooManyNodes(at: position) }
        guard depth < ConfigurationLimits.depth else { throw .tooDeep(at: position) }
        switch node {
        case .scalar(let scalar):
            content = Content(scalar)
        case .sequence(let sequence):
            var elements: [ConfigurationNode] = []
            elements.reserveCapacity(sequence.count)
            for element in sequence {
                elements.append(
                    try ConfigurationNode(element, depth: depth + 1, budget: &budget))
            }
            content = .list(elements)
        case .mapping(let mapping):
            var members: [Member] = []
            members.reserveCapacity(mapping.count)
            for (key, value) in mapping {
                members.append(
                    Member(
                        key: try Self.keyText(key),
                        keyPosition: ConfigurationError.Position(key.mark),
                        value: try ConfigurationNode(value, depth: depth + 1, budget: &budget)))
            }
            content = .mapping(members)
        case .alias:
            preconditionFailure("The parser replaces aliases; only encoders make alias nodes.")
        }
    }

    private static func keyText(_ key: Node) throws(CompositionError) -> String {
        guard case .scalar(let scalar) = key else {
            throw CompositionError(
                position: ConfigurationError.Position(key.mark),
                problem: "a key is a list or a mapping",
                remedy: "keys are texts; is a value in braces or brackets missing its quotes?")
        }
        return scalar.string
    }
}

extension ConfigurationNode.Content {
    fileprivate init(_ scalar: Node.Scalar) {
        switch (scalar.style, scalar.string) {
        case (.plain, ""), (.plain, "~"), (.plain, "null"): self = .null
        case (.plain, let text): self = .plain(text)
        case (_, let text): self = .text(text)
        }
    }
}

extension ConfigurationError.Position {
    fileprivate init(_ mark: Mark?) {
        // Nodes made by the parser always have a mark.
        self.init(line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}

extension ConfigurationNode.CompositionError {
    static func tooManyNodes(at position: ConfigurationError.Position) -> Self {
        Self(
            position: position,
            problem: """
                with its aliases expanded, the file has over \(ConfigurationLimits.nodes) values
                """,
            remedy: "use fewer aliases (`*name`)")
    }

    static func tooDeep(at position: ConfigurationError.Position) -> Self {
        Self(
            position: position,
            problem: "values are nested over \(ConfigurationLimits.depth) levels deep",
            remedy: "nothing in a config needs more than seven; is a bracket missing?")
    }

    fileprivate init(_ error: any Error, in text: String) {
        switch error {
        case YamlError.scanner(let context, let problem, let mark, _),
            YamlError.parser(let context, let problem, let mark, _),
            YamlError.composer(let context, let problem, let mark, _):
            self.init(syntax: problem, while: context?.text, at: .init(mark))
        case YamlError.reader(let problem, let offset, _, _):
            let characters = text.prefix(offset ?? 0)
            self.init(syntax: problem, while: nil, at: .init(after: characters.unicodeScalars))
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(
                position: .init(context.mark),
                problem: "the key \(quote(keys.first ?? "")) is there more than once",
                remedy: "keep one of them")
        default:
            self.init(syntax: "\(error)", while: nil, at: .init(line: 1, column: 1))
        }
    }

    private init(
        syntax problem: String, while context: String?, at position: ConfigurationError.Position
    ) {
        let context = context.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        self.init(
            position: position,
            problem: "this is not YAML: \(problem)\(context)",
            remedy: """
                indent with spaces, close brackets and quotes, and quote texts that contain \
                `: ` or ` #`
                """)
    }
}
