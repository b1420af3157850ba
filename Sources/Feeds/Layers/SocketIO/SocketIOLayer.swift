import JSON
import NowPlaying
import Support

/// Socket.IO above Engine.IO: a namespace to join, then named events.
///
/// With Engine.IO 4 (socket.io 3 and 4) the client must ask for every namespace, the default one
/// included; with 3 (socket.io 1 and 2) the server joins that one by itself. An event's only
/// argument is the message; of several, the array of them. Binary arguments are left out: their
/// place in the JSON holds a placeholder.
struct SocketIOLayer: MessageLayer {
    private let revision: EngineIOLayer.ProtocolRevision
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
    init(_ revision: EngineIOLayer.ProtocolRevision, namespace: String = "/", auth: String? = nil) {
        self.revision = revision
        self.namespace = namespace
        self.auth = auth
    }

    mutating func opened(at now: Moment, into events: inout [FeedEvent]) {
        isConnected = false
        owedAttachments = 0
        if revision == .three, namespace == "/" { return }
        events.append(.send("0" + address + (auth ?? "")))
    }

    mutating func received(
        _ message: FeedMessage, at now: Moment, using parser: JSONParser,
        into events: inout [FeedEvent]
    ) {
        guard !message.isBinary else { return attachment(into: &events) }
        guard let packet = SocketIOPacket(message.bytes) else {
            return events.append(.rejected(.unexpectedShape("not a packet of Socket.IO")))
        }
        owedAttachments = packet.attachments
        guard packet.namespace == namespace else { return }
        switch packet.kind {
        case .connect: connect(into: &events)
        case .disconnect: end("the server left the namespace", into: &events)
        case .connectError:
            end(
                "refused: " + packet.data.prefix(200).readable,
                into: &events)
        case .event, .binaryEvent: event(packet, using: parser, into: &events)
        case .ack, .binaryAck: break
        }
    }

    mutating func send(_ message: OutboundMessage, into events: inout [FeedEvent]) {
        let name = (message.event ?? "message").quotedAsJSON
        events.append(.send("2\(address)[\(name),\(message.json)]"))
    }

    private var address: String { namespace == "/" ? "" : namespace + "," }

    private mutating func connect(into events: inout [FeedEvent]) {
        guard !isConnected else { return }
        isConnected = true
        events.append(.accepted)
        events.append(.ready)
    }

    private mutating func attachment(into events: inout [FeedEvent]) {
        if owedAttachments > 0 {
            owedAttachments -= 1
        } else {
            events.append(.rejected(.unexpectedShape("bytes that belong to no event")))
        }
    }

    private func end(_ reason: String, into events: inout [FeedEvent]) {
        let end = FeedDisconnect(code: 0, reason: reason, retry: .backoff)
        events.append(.disconnect(end))
    }

    private func event(
        _ packet: SocketIOPacket, using parser: JSONParser, into events: inout [FeedEvent]
    ) {
        let message: FeedMessage?
        do {
            message = try parser.parse(packet.data, Self.message)
        } catch {
            return events.append(.rejected(.notJSON(error)))
        }
        guard let message else {
            let rejection = FeedRejection.unexpectedShape("an event of Socket.IO without a name")
            return events.append(.rejected(rejection))
        }
        events.append(.message(message))
        if let ack = packet.ack { events.append(.send("3\(address)\(ack)[]")) }
    }

    private static func message(_ value: JSONValue) -> FeedMessage? {
        guard let name = value.value(at: "/0")?.word else { return nil }
        guard value.value(at: "/2") != nil else {
            return FeedMessage(value.value(at: "/1"), event: name)
        }
        var writer = JSONWriter()
        writer.beginArray()
        for argument in value.elements.dropFirst() { writer.value(argument) }
        writer.endArray()
        var message = FeedMessage(writer.bytes[...])
        message.event = name
        return message
    }
}
