internal import CNATS
import Support

/// A consumer of a stream, which tells it in its order and without a gap.
///
/// A consumer that leaves something out, or falls silent, ends the connection: the next one goes on
/// behind the last message, which is all that a new consumer on this one could do. Its name is this
/// process's own, and NATS forgets it soon after its connection: attempts leave nothing behind. The
/// name alone decides which server has it, for as long as it is there, and that one may be dead:
/// each attempt has another.
///
/// `@unchecked Sendable`: one thread uses it, from when it was made.
final class OrderedConsumer: @unchecked Sendable {
    /// The place where it begins.
    enum Start {
        /// The last message of each subject.
        case lastOfEach
        case behind(UInt64)
        /// The messages since a time, in nanoseconds since 1970 by NATS' clock; all where it is
        /// `nil`.
        case since(Int64?)
    }

    /// Something that the server says.
    enum News {
        case message(NATSMessage)
        /// There is nothing more for now.
        case idle
    }

    /// The server tells at least once in so long, in nanoseconds, that it is there.
    private static let heartbeat: Int64 = 1_000_000_000
    /// A consumer that says nothing for so long, in milliseconds, is silent.
    private static let silence: Int64 = 5_000
    /// NATS forgets a consumer whose connection is gone after this, in nanoseconds.
    private static let life: Int64 = 30_000_000_000

    /// So many names are used in turn.
    private static let names = 8

    private let connection: OpaquePointer?
    /// The connection's, which destroys it.
    private var subscription: OpaquePointer?
    private var received: UInt64 = 0
    private var deadline = Deadline.after(.milliseconds(silence))

    /// Makes a consumer of a bucket's stream.
    init(
        _ nats: NATSConnection, of bucket: String, from start: Start, _ attempts: Int
    ) throws(NATSError) {
        connection = nats.connection
        var attempt = 0
        try NATSError.check(
            NATSConnection.repeating(attempts) {
                attempt += 1
                // An earlier one may be made after all: its messages are not wanted.
                if let subscription { natsSubscription_Unsubscribe(subscription) }
                return make(nats, of: bucket, from: start, attempt)
            })
        deadline = .after(.milliseconds(Self.silence))
    }

    /// Has the server make it, and waits for that.
    private func make(
        _ nats: NATSConnection, of bucket: String, from start: Start, _ attempt: Int
    ) -> natsStatus {
        let stream = NATSConnection.stream(of: bucket)
        let kind = bucket == nats.settings.plays ? "plays" : "states"
        let name = "\(nats.settings.life)-\(kind)-\((nats.number + attempt) % Self.names)"
        let inbox = "_INBOX.nphub.\(name).\(nats.number)"
        let status = nats.subscribe(to: inbox, &subscription)
        guard status == NATS_OK else { return status }
        // A connection before may have had one of this name.
        _ = js_DeleteConsumer(nats.asking, stream, name, nil, nil)
        return name.withCString { name in
            inbox.withCString { inbox in
                NATSConnection.subject(">", in: bucket).withCString { subject in
                    var settings = Self.settings(start)
                    settings.Name = name
                    settings.DeliverSubject = inbox
                    settings.FilterSubject = subject
                    return Self.add(&settings, to: stream, nats)
                }
            }
        }
    }

    private static func add(
        _ settings: inout jsConsumerConfig, to stream: String, _ nats: NATSConnection
    ) -> natsStatus {
        var code = jsErrCode(0)
        let status = js_AddConsumer(nil, nats.asking, stream, &settings, nil, &code)
        guard code == JSClusterNotAvailErr else { return status }
        // The servers elect who leads them.
        nats_Sleep(NATSConnection.attemptLimit)
        return NATS_TIMEOUT
    }

    private static func settings(_ start: Start) -> jsConsumerConfig {
        var settings = jsConsumerConfig()
        jsConsumerConfig_Init(&settings)
        settings.AckPolicy = js_AckNone
        settings.MaxDeliver = 1
        settings.FlowControl = true
        settings.Heartbeat = heartbeat
        settings.InactiveThreshold = life
        settings.MemoryStorage = true
        settings.Replicas = 1
        switch start {
        case .lastOfEach: settings.DeliverPolicy = js_DeliverLastPerSubject
        case .behind(let last):
            settings.DeliverPolicy = js_DeliverByStartSequence
            settings.OptStartSeq = last + 1
        case .since(let time):
            guard let time else { break }
            settings.DeliverPolicy = js_DeliverByStartTime
            settings.OptStartTime = time
        }
        return settings
    }

    /// Waits for so many milliseconds for news, and returns `nil` where there are none.
    func next(within limit: Int64) throws(NATSError) -> News? {
        var pointer: OpaquePointer?
        let status = natsSubscription_NextMsg(&pointer, subscription, limit)
        if status == NATS_TIMEOUT {
            guard deadline.timeLeft == .zero else { return nil }
            throw NATSError(problem: "it tells nothing more of a stream")
        }
        try NATSError.check(status)
        deadline = .after(.milliseconds(Self.silence))
        defer { natsMsg_Destroy(pointer) }
        guard let message = NATSMessage(pointer) else { return try control(pointer) }
        received += 1
        guard message.number == received else { throw Self.gap }
        return .message(message)
    }

    private static var gap: NATSError { NATSError(problem: "it has left out messages of a stream") }

    /// Takes a message of the consumer itself: it asks how far this hub is, or tells that it idles.
    private func control(_ message: OpaquePointer?) throws(NATSError) -> News? {
        if let reply = natsMsg_GetReply(message) {
            _ = natsConnection_Publish(connection, reply, nil, 0)
            return nil
        }
        if let stalled = NATSMessage.header("Nats-Consumer-Stalled", of: message) {
            _ = natsConnection_Publish(connection, stalled, nil, 0)
            return nil
        }
        guard let last = NATSMessage.header("Nats-Last-Consumer", of: message) else { return nil }
        guard UInt64(last) == received else { throw Self.gap }
        return .idle
    }
}

/// A message of a stream.
struct NATSMessage {
    let subject: String
    /// Its content; `nil` where it deletes its key.
    let value: [UInt8]?
    /// Its sequence number in the stream.
    let revision: UInt64
    /// Its number among those that the consumer was sent.
    let number: UInt64
    /// So many follow for now.
    let pending: UInt64
    /// The time at which NATS stored it, in nanoseconds since 1970 by its clock.
    let time: Int64
    /// The number of the write that it was, among those of its writer.
    let write: WriteID?

    /// `nil` for what is no message of a stream.
    init?(_ pointer: OpaquePointer?) {
        var facts: UnsafeMutablePointer<jsMsgMetaData>?
        guard natsMsg_GetReply(pointer) != nil, natsMsg_GetMetaData(&facts, pointer) == NATS_OK,
            let facts
        else { return nil }
        defer { jsMsgMetaData_Destroy(facts) }
        subject = String(cString: natsMsg_GetSubject(pointer))
        let isDeletion = Self.header("KV-Operation", of: pointer).map { $0 != "PUT" } ?? false
        value = isDeletion ? nil : Self.content(of: pointer)
        revision = facts.pointee.Sequence.Stream
        number = facts.pointee.Sequence.Consumer
        pending = facts.pointee.NumPending
        time = facts.pointee.Timestamp
        write = Self.header(NATSConnection.writeHeader, of: pointer).flatMap { WriteID($0) }
    }

    static func header(_ name: String, of message: OpaquePointer?) -> String? {
        var text: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, name, &text) == NATS_OK, let text else { return nil }
        return String(cString: text)
    }

    static func content(of message: OpaquePointer?) -> [UInt8] {
        let count = Int(natsMsg_GetDataLength(message))
        return Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))
    }
}
