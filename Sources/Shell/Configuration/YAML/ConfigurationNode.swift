import Support

/// A part of a YAML document: just what a config needs of it, with its place in the file.
struct ConfigurationNode {
    /// The kind of a node, with its content.
    enum Content {
        /// Nothing, `~` or `null`.
        case null
        /// Without quotes: a number, a flag or a text.
        case plain(String)
        /// In quotes or a block: always a text.
        case text(String)
        /// Its elements, in their order.
        case list([ConfigurationNode])
        /// Its members, in their order.
        case mapping([Entry])
    }

    /// A key of a mapping with its value.
    struct Entry {
        let key: String
        let keyPosition: ConfigurationError.Position
        var value: ConfigurationNode
        /// The reading of the file in which it stands, where that is another than its mapping's.
        var reading: ConfigurationReading?
    }

    let content: Content
    let position: ConfigurationError.Position
}

extension ConfigurationNode {
    /// It, as a message names it: a short text as it stands in the file, or what kind it is.
    var quoted: String {
        switch content {
        case .null: "empty"
        case .plain(let text), .text(let text): text.isEmpty ? "empty" : quote(text)
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}

extension Unicode.Scalar {
    /// Of the general category Cc, which is complete and will never grow.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
