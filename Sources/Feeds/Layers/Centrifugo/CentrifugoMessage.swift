import JSON

/// One message of a Centrifugo server, in the form that a feed needs.
///
/// Both shapes are read: the unidirectional one, and the bidirectional one that wraps pushes and
/// numbers replies (https://centrifugal.dev/docs/transports/client_protocol). Like the JSON that
/// it looks into, it is good only until the next text is parsed.
enum CentrifugoMessage {
    /// The server accepted the connection.
    case connected(CentrifugoConnectReply)
    /// Something was published in a channel.
    case publication(channel: JSONValue, CentrifugoPublication)
    /// The server is alive.
    case ping
    /// The server ends the connection.
    case disconnected(code: Int, reason: String)
    /// The server took a channel away.
    case unsubscribed(channel: JSONValue, code: Int, reason: String)
    /// The server refuses a request.
    case refused(code: Int, reason: String, isTemporary: Bool)
    /// Of Centrifugo 2 or 3, which speak another protocol.
    case olderProtocol
    /// Of the protocol, but not needed: presence, messages outside channels, refreshes.
    case other
    /// Not of the protocol.
    case unknown

    init(_ value: JSONValue) {
        guard value.isObject else {
            self = .unknown
            return
        }
        let push = value["push"] ?? value
        self =
            Self.reply(value) ?? Self.channelPush(push) ?? Self.end(push) ?? Self.older(value)
            ?? (value.members.contains { _ in true } ? .unknown : .ping)
    }

    private static func reply(_ value: JSONValue) -> CentrifugoMessage? {
        if let connect = value["connect"], connect.isObject {
            return .connected(CentrifugoConnectReply(connect))
        }
        guard let error = value["error"], error.isObject else { return nil }
        return .refused(
            code: error["code"]?.lenientInt ?? 0, reason: error["message"]?.readable ?? "",
            isTemporary: error["temporary"]?.bool ?? false)
    }

    /// A reply or push in a `result`; or, on the unidirectional WebSocket, one with a numeric type.
    private static func older(_ value: JSONValue) -> CentrifugoMessage? {
        if let result = value["result"], result.isObject { return .olderProtocol }
        let isNumbered = value["type"]?.lenientInt != nil && value["data"]?.isObject == true
        return isNumbered ? .olderProtocol : nil
    }

    private static func channelPush(_ push: JSONValue) -> CentrifugoMessage? {
        guard let channel = push["channel"], channel.isString else { return nil }
        if let publication = push["pub"], publication.isObject {
            return .publication(channel: channel, CentrifugoPublication(publication))
        }
        if let unsubscribe = push["unsubscribe"], unsubscribe.isObject {
            return .unsubscribed(
                channel: channel, code: unsubscribe["code"]?.lenientInt ?? 0,
                reason: unsubscribe["reason"]?.readable ?? "")
        }
        let others: [StaticString] = ["subscribe", "join", "leave"]
        return others.contains { push[$0] != nil } ? .other : nil
    }

    private static func end(_ push: JSONValue) -> CentrifugoMessage? {
        if let disconnect = push["disconnect"], disconnect.isObject {
            return .disconnected(
                code: disconnect["code"]?.lenientInt ?? 0,
                reason: disconnect["reason"]?.readable ?? "")
        }
        let others: [StaticString] = ["message", "refresh"]
        return others.contains { push[$0] != nil } ? .other : nil
    }
}

/// Something that was published in a channel.
struct CentrifugoPublication {
    /// The publisher's data.
    let payload: JSONValue?
    /// Its place in the channel's stream; `nil` if the channel keeps none.
    let offset: Int?
    /// The server kept it for newcomers: it is state, not news.
    private(set) var isCached = false
    /// The whole message, if it contains this publication alone.
    private(set) var text: CentrifugoText?

    init(_ publication: JSONValue) {
        payload = publication["data"]
        offset = publication["offset"]?.lenientInt
    }

    /// The same as the only one in a message.
    func of(_ text: CentrifugoText) -> CentrifugoPublication {
        var publication = self
        publication.text = text
        return publication
    }

    /// The same as one that the server kept.
    var kept: CentrifugoPublication {
        var publication = self
        publication.isCached = true
        return publication
    }
}
