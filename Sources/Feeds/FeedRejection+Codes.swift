/// The rejections that feeds of several protocols make.
extension FeedRejection {
    /// The longest piece of what a server sent that goes into a detail.
    private static let maximumExcerpt = 80

    /// The message is not JSON.
    static func notJSON(_ error: any Error) -> FeedRejection {
        FeedRejection(code: "notJSON", detail: "the message is no JSON: \(error)")
    }

    /// The message, or a part of it, is not what the protocol has there.
    static func unexpectedShape(_ detail: String) -> FeedRejection {
        FeedRejection(code: "unexpectedShape", detail: detail)
    }

    /// The message is about something that was not asked for.
    static func unknownChannel(_ channel: String) -> FeedRejection {
        FeedRejection(
            code: "unknownChannel",
            detail: "a message for “\(channel.prefix(maximumExcerpt))”, which was not asked for")
    }

    /// The message was read before.
    static func duplicate(_ channel: String, offset: Int?) -> FeedRejection {
        let place = offset.map { " up to \($0)" } ?? ""
        return FeedRejection(
            code: "duplicate", detail: "“\(channel)” was read\(place) before, in this epoch")
    }

    /// The server took a station away and goes on with the others.
    static func unsubscribed(_ channel: String, code: Int, reason: String) -> FeedRejection {
        FeedRejection(
            code: "unsubscribed",
            detail: "the server ended “\(channel)”: \(code) \(reason.prefix(maximumExcerpt))")
    }

    /// A frame holds more messages than are read.
    static func tooManyMessages(_ limit: Int) -> FeedRejection {
        FeedRejection(
            code: "tooManyMessages", detail: "more than \(limit) messages in one frame")
    }
}
