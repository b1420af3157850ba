import JSON
import NowPlaying
import Support

/// The reason why a message could not be used.
public struct FeedRejection: Error, Hashable, Sendable {
    /// For counting: a word of a short list, such as `notJSON`, `unexpectedShape`.
    public var code: String
    /// For people: what was wrong, and where; short, and fit to be shown.
    public let detail: String

    /// A rejection in both forms.
    public init(code: String, detail: String) {
        self.code = code
        // Some of it comes from the server.
        self.detail = detail.quotable(300)
    }
}

/// The rejections that feeds of several protocols make.
extension FeedRejection {
    /// The longest piece of what a server sent that goes into a detail.
    private static let maximumExcerpt = 80

    /// The message is not JSON.
    static func notJSON(_ error: any Error) -> FeedRejection {
        FeedRejection(code: "notJSON", detail: "the message is not JSON: \(error)")
    }

    /// The message, or a part of it, is not what the protocol has there.
    static func unexpectedShape(_ detail: String) -> FeedRejection {
        FeedRejection(code: "unexpectedShape", detail: detail)
    }

    /// The message is about something that was not asked for.
    static func unknownChannel(_ channel: String) -> FeedRejection {
        FeedRejection(
            code: "unknownChannel",
            detail: "a message for `\(channel.prefix(maximumExcerpt))`, which was not asked for")
    }

    /// The message was read before.
    static func duplicate(_ channel: String, offset: Int?) -> FeedRejection {
        let place = offset.map { " up to \($0)" } ?? ""
        return FeedRejection(
            code: "duplicate", detail: "`\(channel)` was read\(place) before, in this epoch")
    }

    /// The server took a station away and goes on with the others.
    static func unsubscribed(_ channel: String, code: Int, reason: String) -> FeedRejection {
        FeedRejection(
            code: "unsubscribed",
            detail: "the server ended `\(channel)`: \(code) \(reason.prefix(maximumExcerpt))")
    }

    /// A frame holds more messages than are read.
    static func tooManyMessages(_ limit: Int) -> FeedRejection {
        FeedRejection(
            code: "tooManyMessages", detail: "more than \(limit) messages in one frame")
    }
}

/// The rejections that layers make.
extension FeedRejection {
    /// The longest piece of what a server sent that goes into a detail.
    private static let maximumAnswer = 200

    /// The server refuses what was asked for.
    static func requestFailed(_ request: String, _ answer: JSONValue?) -> FeedRejection {
        let words = answer.map { $0.serialised.readable } ?? "no reason"
        return FeedRejection(
            code: "requestFailed",
            detail: "the server refuses \(request): \(words.prefix(maximumAnswer))")
    }

    /// A reply to something that was not asked, or long ago.
    static func unknownReply(_ number: String) -> FeedRejection {
        FeedRejection(
            code: "unknownReply",
            detail: "a reply to request \(number.prefix(20)), which is not awaited")
    }
}

extension StationConnection.Reason {
    /// A rejection that is the reason why a station is not sent.
    init(_ rejection: FeedRejection) {
        self.init(code: "subscriptionRefused", text: rejection.detail)
    }
}

/// The rejections that mapped feeds make.
extension FeedRejection {
    /// The number of member names that a detail lists to show the kind of message.
    private static let maximumNames = 12

    /// The mapping does not fit a message: no rule applies, or its places are empty.
    static func unmapped(_ root: JSONValue, event: String?) -> FeedRejection {
        let names = root.members.prefix(maximumNames).map { $0.name.quotable(40) }
        let event = event.map { "`\($0.prefix(40))` " } ?? ""
        let content = names.isEmpty ? "no members" : names.joined(separator: ", ")
        return FeedRejection(
            code: "unmapped", detail: "a message \(event)that the mapping does not know: \(content)"
        )
    }

    /// A message to send needs a value that no message has given.
    static let unfilled = FeedRejection(
        code: "unfilled", detail: "a message to send has a placeholder for which nothing came")
}
