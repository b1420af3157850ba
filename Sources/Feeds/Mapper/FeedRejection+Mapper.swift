import JSON

/// The rejections that mapped feeds make.
extension FeedRejection {
    /// So many names of members tell what kind of message it is.
    private static let maximumNames = 12

    /// The mapping has nothing for a message: no rule, or nothing where it looks.
    static func unmapped(_ root: JSONValue, event: String?) -> FeedRejection {
        let names = root.members.prefix(maximumNames).map { String($0.name.prefix(40)) }
        let event = event.map { "“\($0.prefix(40))” " } ?? ""
        let content = names.isEmpty ? "no members" : names.joined(separator: ", ")
        return FeedRejection(
            code: "unmapped", detail: "a message \(event)that the mapping does not know: \(content)"
        )
    }

    /// An answer needs something that no message has given.
    static let unfilled = FeedRejection(
        code: "unfilled", detail: "a message to send has a placeholder for which nothing came")
}
