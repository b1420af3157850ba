import JSON

/// A step from what a layer hands up to what is mapped. One that does not fit leaves the message
/// as it is.
enum Unwrapping: Hashable, Sendable {
    /// Takes away a text in front of the JSON, such as `msg,11,`.
    case prefix(String)
    /// Goes on with the value there; if it is a string, with the JSON in it.
    case enter(ValuePointer)
    /// Goes on with every element there, one by one.
    case each(ValuePointer)

    /// The step that a mapping asks for: a pointer, `{prefix: …}` or `{each: …}`.
    init?(_ value: SettingValue) {
        guard case .object = value.value else {
            guard let pointer = value.pointer() else { return nil }
            self = .enter(pointer)
            return
        }
        guard let section = value.section(["prefix", "each"]) else { return nil }
        if let prefix = section["prefix"] {
            guard let text = prefix.text() else { return nil }
            self = .prefix(text)
        } else {
            guard let each = section.required("each", example: "/items"),
                let pointer = each.pointer()
            else { return nil }
            self = .each(pointer)
        }
    }

    /// What becomes of a message.
    func apply(
        to bytes: ArraySlice<UInt8>, using parser: JSONParser
    ) -> [ArraySlice<UInt8>] {
        switch self {
        case .prefix(let text):
            return bytes.starts(with: text.utf8) ? [bytes.dropFirst(text.utf8.count)] : [bytes]
        case .enter(let pointer):
            let inner = try? parser.parse(bytes) { root in
                pointer.value(in: root).flatMap(\.unpacked)
            }
            return [(inner ?? nil) ?? bytes]
        case .each(let pointer):
            let inner = try? parser.parse(bytes) { root -> [ArraySlice<UInt8>]? in
                guard let list = pointer.value(in: root), list.isArray else { return nil }
                return list.elements.prefix(LayerLimits.messages).map(\.serialised)
            }
            return (inner ?? nil) ?? [bytes]
        }
    }
}

extension JSONValue {
    /// What is in a string, or the value itself where it is a structure.
    fileprivate var unpacked: ArraySlice<UInt8>? {
        if let text = utf8 { return Array(text)[...] }
        return isObject || isArray ? serialised : nil
    }
}
