import JSON
import Support

/// A step from a layer's message to the mapped one. If the step does not fit, the message stays as
/// it is.
enum Unwrapping: Hashable, Sendable {
    /// Removes a text before the JSON, such as `msg,11,`. A text with a setting, such as
    /// `msg,{station},`, also tells the station of the message.
    case prefix(String)
    /// Makes an object of a text that is not JSON: `play {title} / {artist}`. The first matching
    /// pattern is used.
    case patterns([TextPattern])
    /// Goes on with the value there; if it is a string, with the JSON in it.
    case enter(ValuePointer)
    /// Goes on with each element of the list there.
    case each(ValuePointer)

    /// The longest line in bytes; longer texts are not lines.
    private static let longestLine = 16 << 10

    /// The step that a mapping asks for: a pointer, `{prefix: …}`, `{pattern: …}` or `{each: …}`.
    ///
    /// - Parameter names: The allowed placeholders of a prefix.
    init?(_ value: SettingValue, names: [String]) {
        guard case .object = value.value else {
            guard let pointer = value.pointer() else { return nil }
            self = .enter(pointer)
            return
        }
        guard let section = value.section(["prefix", "pattern", "each"]) else { return nil }
        guard section.members.count <= 1 else {
            value.note("several steps in one", remedy: "make it a list: `- prefix: …`, `- each: …`")
            return nil
        }
        if let prefix = section["prefix"] {
            guard let text = prefix.filledText(names: names) else { return nil }
            self = .prefix(text)
        } else if let pattern = section["pattern"] {
            let expected =
                "a pattern such as `play {title} / {artist}`, or a list of one or more"
            let patterns = pattern.filledList(expected).compactMap { TextPattern(naming: $0) }
            guard !patterns.isEmpty else { return nil }
            self = .patterns(patterns)
        } else {
            guard let each = section.required("each", example: "/items"),
                let pointer = each.pointer()
            else { return nil }
            self = .each(pointer)
        }
    }

    /// Applies the step to a message.
    ///
    /// - Parameters:
    ///   - stations: The stations of the link, whose settings fill in placeholders.
    ///   - names: The values of the names in pointers.
    func apply(
        to message: UnwrappedMessage, of stations: [MappedStation], _ names: NameTexts,
        using parser: JSONParser
    ) -> [UnwrappedMessage] {
        let bytes = message.bytes
        switch self {
        case .prefix(let template):
            return [Self.without(template, message, of: stations)]
        case .patterns(let patterns):
            guard bytes.count <= Self.longestLine,
                let text = String(validating: bytes, as: UTF8.self)?.streamSafe,
                let parts = patterns.lazy.compactMap({ $0.parts(of: text) }).first
            else { return [message] }
            return [message.with(parts.json[...])]
        case .enter(let pointer):
            let inner = try? parser.parse(bytes) { root in
                pointer.value(in: MappedValue(root, names: names)).flatMap(\.unpacked)
            }
            return [message.with((inner ?? nil) ?? bytes)]
        case .each(let pointer):
            let inner = try? parser.parse(bytes) { root -> [ArraySlice<UInt8>]? in
                let root = MappedValue(root, names: names)
                guard pointer.value(in: root)?.isNull == false else { return nil }
                return pointer.rows(in: root)?.prefix(LayerLimits.messages).map {
                    ArraySlice($0.source)
                }
            }
            return ((inner ?? nil) ?? [bytes]).map { message.with($0) }
        }
    }

    private static func without(
        _ template: String, _ message: UnwrappedMessage, of stations: [MappedStation]
    ) -> UnwrappedMessage {
        let prefixes = stations.map { $0.filled(template) }
        let fitting = prefixes.filter { message.bytes.starts(with: $0.utf8) }
        // If both `now1` and `now11` match, the longer one is the right one.
        guard let prefix = fitting.max(by: { $0.utf8.count < $1.utf8.count }) else {
            return message
        }
        var inner = message.with(message.bytes.dropFirst(prefix.utf8.count))
        let owners = prefixes.indices.filter { prefixes[$0] == prefix }
        if owners.count < stations.count { inner.stations = owners }
        return inner
    }
}

/// A message on its way from a layer to the mapping.
struct UnwrappedMessage {
    var bytes: ArraySlice<UInt8>
    /// The stations that it is about, if a step has told them.
    var stations: [Int]?

    fileprivate func with(_ bytes: ArraySlice<UInt8>) -> UnwrappedMessage {
        UnwrappedMessage(bytes: bytes, stations: stations)
    }
}

extension JSONValue {
    /// The content of a string, or the value itself if it is a structure.
    fileprivate var unpacked: ArraySlice<UInt8>? {
        if let text = utf8 { return Array(text)[...] }
        return isObject || isArray ? ArraySlice(source) : nil
    }
}

extension [(name: String, text: Substring)] {
    /// An object with these texts.
    fileprivate var json: [UInt8] {
        let members = map { part in part.name.quotedAsJSON + ":" + String(part.text).quotedAsJSON }
        return [UInt8]("{\(members.joined(separator: ","))}".utf8)
    }
}
