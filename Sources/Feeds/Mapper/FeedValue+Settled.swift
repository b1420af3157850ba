/// A mapping with names in their places: in pointers and in the values of `when`.
/// Messages to send, layers and patterns have placeholders of their own.
extension Feed.Value {
    private static let others: Set = [
        "send", "open", "keepAlive", "layer", "values", "pattern", "template", "prefix", "join",
    ]

    /// With these texts for the names in braces; what is not known stays.
    func settled(_ fill: (String) -> String?) -> Feed.Value {
        Self.settled(self, isCondition: false, fill)
    }

    private static func settled(
        _ value: Feed.Value, isCondition: Bool, _ fill: (String) -> String?
    ) -> Feed.Value {
        switch value {
        case .text(let text): .text(settled(text, isCondition: isCondition, fill))
        case .list(let elements):
            .list(elements.map { settled($0, isCondition: isCondition, fill) })
        case .object(let members):
            .object(members.map { settled($0, isCondition: isCondition, fill) })
        case .number, .flag, .null: value
        }
    }

    private static func settled(
        _ member: Feed.Member, isCondition: Bool, _ fill: (String) -> String?
    ) -> Feed.Member {
        if others.contains(member.name) { return member }
        let name = settled(member.name, isCondition: false, fill)
        let value = settled(
            member.value, isCondition: isCondition || member.name == "when", fill)
        return Feed.Member(name: name, value: value)
    }

    private static func settled(
        _ text: String, isCondition: Bool, _ fill: (String) -> String?
    ) -> String {
        if text.utf8.first == UInt8(ascii: "/") {
            return Placeholders.filled(text) { fill($0).map(ValuePointer.escaped) }
        }
        return isCondition ? Placeholders.filled(text, fill) : text
    }
}
