import JSON

/// A message that is judged, or a part of one.
struct HeardMessage {
    let message: FeedMessage
    /// The bytes that are judged: all of it, or a part.
    let bytes: ArraySlice<UInt8>
    /// The stations that it is about, where its wrapping told.
    let stations: [Int]?

    init(_ message: FeedMessage, _ bytes: ArraySlice<UInt8> = [], of stations: [Int]? = nil) {
        self.message = message
        self.bytes = bytes
        self.stations = stations
    }

    var event: String? { message.event }
    var isCached: Bool { message.isCached }
}

/// The values that messages told under names of the mapping's own, until the connection ends.
struct PickedValues: Sendable {
    private var values: [String: MessageTemplate.Filling] = [:]

    subscript(name: String) -> MessageTemplate.Filling? { values[name] }

    /// All of them, as they stand in pointers.
    var texts: [(name: String, text: String)] { values.map { ($0.key, $0.value.text) } }

    /// Takes what a message tells.
    ///
    /// - Returns: the names that have another value now.
    mutating func take(_ wanted: [MessageRule.Pick], from root: MappedValue) -> Set<String> {
        var changed: Set<String> = []
        for pick in wanted {
            let value = pick.pointers.lazy.compactMap { $0.value(in: root) }.first
            guard let value, !value.isNull, let filling = MessageTemplate.Filling(value),
                values[pick.name] != filling
            else { continue }
            changed.insert(pick.name)
            values[pick.name] = filling
        }
        return changed
    }
}
