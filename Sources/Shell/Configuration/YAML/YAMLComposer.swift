import Support

/// Makes a tree of a YAML document, however malicious.
///
/// An alias shares the tree of its anchor, so that it costs nothing to make; what it would cost to
/// read is counted, and bounded by ``ConfigurationLimits/nodes``.
struct YAMLComposer {
    typealias CompositionError = ConfigurationNode.CompositionError
    typealias Position = ConfigurationError.Position

    private struct AnchoredNode {
        let node: ConfigurationNode
        let nodeCount: Int
    }

    private let events: YAMLEvents
    private var anchors: [String: AnchoredNode] = [:]
    /// Values so far, those behind aliases included.
    private var nodeCount = 0
    /// Keys that are there twice: mistakes that do not keep the rest from being read.
    private(set) var repeatedKeys: [CompositionError] = []

    /// A composer of a text.
    init(text: String) {
        events = YAMLEvents(of: text)
    }

    /// The tree of the text's only document; `nil` if there is none.
    mutating func compose() throws(CompositionError) -> ConfigurationNode? {
        guard case .documentStart = try events.next().event else { return nil }
        let root = try node(depth: 0)
        _ = try events.next()
        let (event, position) = try events.next()
        guard case .streamEnd = event else { throw .secondDocument(at: position) }
        return root
    }

    private mutating func node(depth: Int) throws(CompositionError) -> ConfigurationNode? {
        let (event, position) = try events.next()
        return try node(event, at: position, depth: depth)
    }

    /// The value that begins with an event; `nil` where the event is an end.
    private mutating func node(
        _ event: YAMLEvents.ParserEvent, at position: Position, depth: Int
    ) throws(CompositionError) -> ConfigurationNode? {
        let countBefore = nodeCount
        let content: ConfigurationNode.Content
        let anchor: String?
        switch event {
        case .scalar(let text, let isPlain, let name):
            guard text.isStreamSafe else { throw .tooManyMarks(at: position) }
            content = isPlain ? .init(plain: text) : .text(text)
            anchor = name
        case .listStart(let name):
            content = .list(try list(depth: depth + 1, at: position))
            anchor = name
        case .mappingStart(let name):
            content = .mapping(try mapping(depth: depth + 1, at: position))
            anchor = name
        case .alias(let name):
            return try node(behind: name, at: position)
        case .end, .documentStart, .documentEnd, .streamEnd:
            return nil
        }
        try count(1, at: position)
        let node = ConfigurationNode(content: content, position: position)
        if let anchor {
            anchors[anchor] = AnchoredNode(node: node, nodeCount: nodeCount - countBefore)
        }
        return node
    }

    private mutating func list(
        depth: Int, at position: Position
    ) throws(CompositionError) -> [ConfigurationNode] {
        guard depth <= ConfigurationLimits.depth else { throw .tooDeep(at: position) }
        var elements: [ConfigurationNode] = []
        while let element = try node(depth: depth) { elements.append(element) }
        return elements
    }

    private mutating func mapping(
        depth: Int, at position: Position
    ) throws(CompositionError) -> [ConfigurationNode.Entry] {
        guard depth <= ConfigurationLimits.depth else { throw .tooDeep(at: position) }
        var members: [ConfigurationNode.Entry] = []
        var keys: [String: Position] = [:]
        while true {
            let (event, position) = try events.next()
            guard let keyNode = try node(event, at: position, depth: depth) else { return members }
            let key = try text(ofKey: keyNode, at: position)
            guard let value = try node(depth: depth) else { return members }
            if let first = keys[key] {
                repeatedKeys.append(.repeatedKey(key, at: position, first: first))
                continue
            }
            keys[key] = position
            members.append(.init(key: key, keyPosition: position, value: value))
        }
    }

    private func text(
        ofKey node: ConfigurationNode, at position: Position
    ) throws(CompositionError) -> String {
        switch node.content {
        case .plain(let text), .text(let text): return text
        case .null: return ""
        case .list, .mapping: throw .keyIsNoText(at: position)
        }
    }

    private mutating func node(
        behind alias: String, at position: Position
    ) throws(CompositionError) -> ConfigurationNode {
        guard let anchor = anchors[alias] else { throw .unknownAlias(alias, at: position) }
        try count(anchor.nodeCount, at: position)
        return anchor.node
    }

    private mutating func count(_ more: Int, at position: Position) throws(CompositionError) {
        nodeCount += more
        guard nodeCount <= ConfigurationLimits.nodes else { throw .tooManyNodes(at: position) }
    }
}

extension ConfigurationNode.Content {
    fileprivate init(plain text: String) {
        self = ["", "~", "null"].contains(text) ? .null : .plain(text)
    }
}
