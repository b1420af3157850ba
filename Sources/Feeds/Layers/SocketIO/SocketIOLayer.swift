import JSON
import NowPlaying

/// Socket.IO above Engine.IO: a namespace to join, then named events.
///
/// With Engine.IO 4 (socket.io 3 and 4) the client must ask for every namespace, the default one
/// included; with 3 (socket.io 1 and 2) the server joins that one by itself. An event's only
/// argument is the message; of several, the array of them. Binary arguments are left out: their
/// place in the JSON holds a placeholder.
struct SocketIOLayer: MessageLayer {
    private let revision: EngineIOLayer.Revision
    private let namespace: String
    private let auth: String?
    private var isConnected = false
    /// Binary messages that belong to an event and are still to come.
    private var owedAttachments = 0

    /// A layer for one namespace.
    ///
    /// - Parameters:
    ///   - namespace: Begins with a slash; `/` is the default one.
    ///   - auth: JSON for the server to let us in.
    init(_ revision: EngineIOLayer.Revision, namespace: String = "/", auth: String? = nil) {
        self.revision = revision
        self.namespace = namespace
        self.auth = auth
    }

    mutating func opened(at now: Moment, into actions: inout [LayerAction]) {
        isConnected = false
        owedAttachments = 0
        if revision == .three, namespace == "/" { return }
        actions.append(.send("0" + address + (auth ?? "")))
    }

    mutating func received(
        _ message: LayerMessage, at now: Moment, using parser: JSONParser,
        into actions: inout [LayerAction]
    ) {
        guard !message.isBinary else { return attachment(into: &actions) }
        guard let packet = SocketIOPacket(message.bytes) else {
            return actions.append(.rejected(.unexpectedShape("not a packet of Socket.IO")))
        }
        owedAttachments = packet.attachments
        guard packet.namespace == namespace else { return }
        switch packet.kind {
        case .connect: connect(into: &actions)
        case .disconnect: end("the server left the namespace", into: &actions)
        case .connectError:
            end(
                "refused: " + String(decoding: packet.data.prefix(200), as: UTF8.self),
                into: &actions)
        case .event, .binaryEvent: event(packet, using: parser, into: &actions)
        case .ack, .binaryAck: break
        }
    }

    mutating func send(_ message: OutgoingMessage, into actions: inout [LayerAction]) {
        let name = (message.event ?? "message").quotedAsJSON
        actions.append(.send("2\(address)[\(name),\(message.json)]"))
    }

    private var address: String { namespace == "/" ? "" : namespace + "," }

    private mutating func connect(into actions: inout [LayerAction]) {
        guard !isConnected else { return }
        isConnected = true
        actions.append(.action(.accepted))
        actions.append(.ready)
    }

    private mutating func attachment(into actions: inout [LayerAction]) {
        if owedAttachments > 0 {
            owedAttachments -= 1
        } else {
            actions.append(.rejected(.unexpectedShape("bytes that belong to no event")))
        }
    }

    private func end(_ reason: String, into actions: inout [LayerAction]) {
        let end = FeedDisconnect(code: 0, reason: reason, retry: .backoff)
        actions.append(.action(.disconnect(end)))
    }

    private func event(
        _ packet: SocketIOPacket, using parser: JSONParser, into actions: inout [LayerAction]
    ) {
        let message: LayerMessage?
        do {
            message = try parser.parse(packet.data, Self.message)
        } catch {
            return actions.append(.rejected(.notJSON(error)))
        }
        guard let message else {
            let rejection = FeedRejection.unexpectedShape("an event of Socket.IO without a name")
            return actions.append(.rejected(rejection))
        }
        actions.append(.message(message))
        if let ack = packet.ack { actions.append(.send("3\(address)\(ack)[]")) }
    }

    private static func message(_ value: JSONValue) -> LayerMessage? {
        guard let name = value.value(at: "/0")?.string else { return nil }
        guard value.value(at: "/2") != nil else {
            return LayerMessage(value.value(at: "/1"), event: name)
        }
        var writer = JSONWriter()
        writer.beginArray()
        for argument in value.elements.dropFirst() { writer.value(argument) }
        writer.endArray()
        var message = LayerMessage(writer.bytes[...])
        message.event = name
        return message
    }
}
