import JSON

/// The rejections that layers make.
extension FeedRejection {
    /// The longest piece of what a server sent that goes into a detail.
    private static let maximumExcerpt = 200

    /// The server refuses what was asked for.
    static func requestFailed(_ request: String, _ answer: JSONValue?) -> FeedRejection {
        let words = answer.map { String(decoding: $0.serialised, as: UTF8.self) } ?? "no reason"
        return FeedRejection(
            code: "requestFailed",
            detail: "the server refuses \(request): \(words.prefix(maximumExcerpt))")
    }

    /// A reply to something that was not asked, or long ago.
    static func unknownReply(_ number: String) -> FeedRejection {
        FeedRejection(
            code: "unknownReply",
            detail: "a reply to request \(number.prefix(20)), which nobody waits for")
    }
}
