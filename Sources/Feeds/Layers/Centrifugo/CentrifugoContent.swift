/// The feed above the channels of a Centrifugo server.
protocol CentrifugoContent: Sendable {
    /// The server may publish in its reply to the connect, as AzuraCast's releases of December 2023
    /// to May 2024 did.
    static var isPublishedInReply: Bool { get }

    /// The part of a message that was read before, and so needs no parsing; `nil` for none.
    func knownRange(in message: ArraySlice<UInt8>) -> Range<Int>?

    /// The server accepted the connection, and has told what it keeps. Once for each connection.
    mutating func accepted(into events: inout [FeedEvent])

    /// Something was published.
    ///
    /// - Parameter channel: By its index in the list that the conversation was made with.
    mutating func published(
        _ publication: CentrifugoPublication, in channel: Int, into events: inout [FeedEvent])

    /// The last publication that was read from a channel is still its newest.
    mutating func confirmed(_ channel: Int, into events: inout [FeedEvent])

    /// The server does or does not send a channel.
    mutating func apply(
        _ news: SubscriptionNews, of channel: Int, into events: inout [FeedEvent])
}

extension CentrifugoContent {
    static var isPublishedInReply: Bool { false }

    func knownRange(in message: ArraySlice<UInt8>) -> Range<Int>? { nil }

    mutating func accepted(into events: inout [FeedEvent]) {}

    mutating func confirmed(_ channel: Int, into events: inout [FeedEvent]) {}
}
