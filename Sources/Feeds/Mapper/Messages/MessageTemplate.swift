import JSON
import Support

/// A message to send, with placeholders: `{station}` and other settings, values that were picked
/// from earlier messages, and, in answers, pointers into the answered message (`{/id}`).
///
/// A mapping or a list becomes JSON, and so does a text that begins with a brace or a bracket. Any
/// other text is sent unchanged. A text that consists of one placeholder keeps the type of its
/// value, so that a number stays a number.
struct MessageTemplate: Hashable, Sendable {
    /// The value of a placeholder.
    enum Filling: Hashable, Sendable {
        case text(String)
        /// JSON that is not a string.
        case json(String)

        /// The value; `nil` if it is too long to be repeated to the server.
        init?(_ value: JSONValue) {
            if let text = value.text {
                guard let text = text.bounded(Self.maximumLength) else { return nil }
                self = .text(text)
            } else {
                let json = value.serialised
                guard json.count <= Self.maximumLength else { return nil }
                self = .json(json.readable)
            }
        }

        /// The limit, longer than any id or token.
        private static let maximumLength = 4_096

        var text: String {
            switch self {
            case .text(let text), .json(let text): text
            }
        }

        fileprivate var json: String {
            switch self {
            case .text(let text): text.quotedAsJSON
            case .json(let json): json
            }
        }
    }

    /// A placeholder.
    enum Variable: Hashable, Sendable {
        case name(String)
        case pointer(ValuePointer)
    }

    private indirect enum Node: Hashable, Sendable {
        case text([Part])
        case literal(String)
        case list([Node])
        case object([Member])

        var slots: [Variable] {
            switch self {
            case .literal: []
            case .text(let parts):
                parts.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
            case .list(let elements): elements.flatMap(\.slots)
            case .object(let members): members.flatMap(\.value.slots)
            }
        }
    }

    private enum Part: Hashable, Sendable {
        case literal(String)
        case slot(Variable)
    }

    private struct Member: Hashable, Sendable {
        let name: String
        let value: Node
    }

    private let root: Node
    /// The text, if there is nothing to fill in.
    private let fixedText: String?

    /// The name of the event or the method, if the layer has names.
    let event: String?

    /// True if it names the station, so that each station needs its own message.
    let namesStation: Bool

    /// The message with its placeholders filled in; `nil` if one of them has no value.
    func message(_ fill: (Variable) -> Filling?) -> OutboundMessage? {
        if let fixedText {
            return OutboundMessage(event: event, text: fixedText, isJSON: isJSON)
        }
        if case .text(let parts) = root {
            guard let texts = Self.fill(parts, fill) else { return nil }
            return OutboundMessage(
                event: event, text: texts.map(\.text).joined(), isJSON: false)
        }
        return Self.json(root, fill).map { OutboundMessage(event: event, text: $0) }
    }

    private var isJSON: Bool {
        if case .text = root { false } else { true }
    }

    /// The text of a message without placeholders.
    private static func text(of root: Node) -> String? {
        guard case .text(let parts) = root else { return json(root) { _ in nil } }
        return fill(parts) { _ in nil }?.map(\.text).joined()
    }

    private static func fill(_ parts: [Part], _ fill: (Variable) -> Filling?) -> [Filling]? {
        var fillings: [Filling] = []
        for part in parts {
            switch part {
            case .literal(let text): fillings.append(.text(text))
            case .slot(let slot):
                guard let filling = fill(slot) else { return nil }
                fillings.append(filling)
            }
        }
        return fillings
    }

    private static func json(_ node: Node, _ fill: (Variable) -> Filling?) -> String? {
        switch node {
        case .literal(let json): return json
        case .text(let parts):
            guard let fillings = Self.fill(parts, fill) else { return nil }
            if fillings.count == 1, let only = fillings.first { return only.json }
            return fillings.map(\.text).joined().quotedAsJSON
        case .list(let elements):
            let texts = elements.compactMap { json($0, fill) }
            return texts.count == elements.count ? "[\(texts.joined(separator: ","))]" : nil
        case .object(let members):
            let texts = members.compactMap { member in
                json(member.value, fill).map { "\(member.name.quotedAsJSON):\($0)" }
            }
            return texts.count == members.count ? "{\(texts.joined(separator: ","))}" : nil
        }
    }
}

extension MessageTemplate {
    /// The message that a mapping asks for.
    ///
    /// - Parameters:
    ///   - namer: The layer's keys for a message's name and content, if it has names.
    ///   - names: The allowed placeholders.
    ///   - allowsPointers: The message is an answer to another.
    init?(
        _ value: SettingValue, namer: LayerSettings.Namer?, names: [String],
        allowsPointers: Bool
    ) {
        var content = value
        if let namer, case .object = value.value {
            guard let section = value.section([namer.name, namer.content]),
                let name = section.required(namer.name, example: namer.example)?.text()
            else { return nil }
            event = name
            let empty = SettingValue(
                value: namer.emptyContent, path: value.path, reading: value.reading)
            content = section[namer.content] ?? empty
        } else {
            event = nil
        }
        let context = Context(names: names, allowsPointers: allowsPointers)
        guard let root = Self.node(content, isTop: true, context) else { return nil }
        self.root = root
        let slots = root.slots
        namesStation = slots.contains(.name("station"))
        fixedText = slots.isEmpty ? Self.text(of: root) : nil
    }

    private struct Context {
        let names: [String]
        let allowsPointers: Bool
    }

    private static func node(_ value: SettingValue, isTop: Bool, _ context: Context) -> Node? {
        switch value.value {
        case .text(let text):
            if isTop, isJSON(text) { return tree(text, value, context) }
            return parts(text, value, context).map { .text($0) }
        case .number, .flag: return value.value.plainText.map { .literal($0) }
        case .null: return .literal("null")
        case .list:
            let elements = value.elements ?? []
            let nodes = elements.compactMap { node($0, isTop: false, context) }
            return nodes.count == elements.count ? .list(nodes) : nil
        case .object:
            let members = value.members?.values ?? []
            let nodes = members.compactMap { member in
                node(member.value, isTop: false, context).map {
                    Member(name: member.name, value: $0)
                }
            }
            return nodes.count == members.count ? .object(nodes) : nil
        }
    }

    /// True if it begins with a brace that is not a placeholder's, or with a bracket.
    private static func isJSON(_ text: String) -> Bool {
        guard case .literal(let literal) = Placeholders.parts(of: text).first else { return false }
        return literal.hasPrefix("{") || literal.hasPrefix("[")
    }

    /// JSON in a text. Its placeholders stand inside its strings.
    private static func tree(_ text: String, _ value: SettingValue, _ context: Context) -> Node? {
        let tree = try? JSONParser().parse(Array(text.utf8)) { Feed.Value($0) }
        guard let tree else {
            return value.refuse(
                mustBe: "JSON where it begins with a brace or a bracket; placeholders in it "
                    + "stand in quotes")
        }
        let inner = SettingValue(value: tree, path: value.path, reading: value.reading)
        return node(inner, isTop: false, context)
    }

    private static func parts(
        _ text: String, _ value: SettingValue, _ context: Context
    ) -> [Part]? {
        var parts: [Part] = []
        for part in Placeholders.parts(of: text) {
            switch part {
            case .literal(let literal): parts.append(.literal(literal))
            case .placeholder(let name):
                if context.allowsPointers, let pointer = ValuePointer(name) {
                    parts.append(.slot(.pointer(pointer)))
                } else if context.names.contains(name) {
                    parts.append(.slot(.name(name)))
                } else {
                    return refuse(name, value, context)
                }
            }
        }
        return parts
    }

    private static func refuse(
        _ name: String, _ value: SettingValue, _ context: Context
    ) -> [Part]? {
        let known = context.names.map { "`{\($0)}`" }.joined(separator: ", ")
        return value.refuse(
            "nothing stands for `{\(name)}`",
            remedy: "known here: \(known.isEmpty ? "nothing" : known)"
                + (context.allowsPointers ? ", and pointers such as `{/id}`" : ""))
    }
}
