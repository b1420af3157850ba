internal import CNATS
import Support

/// One connection to NATS: from its opening, over all that it is asked, to its end.
///
/// Calls that may wait are made by the store's own thread, and two more wait for what its streams
/// tell. All that comes is handed over by `told`.
///
/// `@unchecked Sendable`: libnats' handles may be used by any thread; those of Swift are set before
/// the streams' threads begin, or by the store's thread alone, and the rest is under a lock.
final class NATSConnection: @unchecked Sendable {
    /// The longest that a call waits, in milliseconds.
    static let timeLimit: Int64 = 2_000
    /// The longest that one attempt waits which is repeated, and how often it is made. Where
    /// several servers keep a bucket, one that has just died may be chosen to serve a watch; the
    /// next attempt gets another.
    static let attemptLimit: Int64 = 500
    static let attempts = 4
    /// The interval at which a watch checks if the connection was closed, in milliseconds.
    static let watchInterval: Int64 = 500
    /// A stream that is so full, in percent, is told.
    private static let nearlyFull = 80

    /// The connections by their numbers: the library hands a number back with an answer, which may
    /// come when the connection is closed.
    static let all = Monitor<[Int: NATSConnection]>([:])

    let settings: StoreSettings
    let told: @Sendable (StoreEvent) -> Void
    let isClosed = Monitor(false)
    /// The writes without an answer. The library's own time limit for them (`jsPubOptions.MaxWait`)
    /// passes without a word now and then, where the servers elect who leads.
    private let unanswered = Monitor<[WriteID: Deadline]>([:])
    let number: Int
    /// The plays that were told last are taken, and more are wanted.
    let wantsPlays = Monitor(false)
    /// The heartbeat that was sent last, in nanoseconds since 1970.
    let beat = Monitor<(id: WriteID, sentAt: Int64)?>(nil)
    /// The last sequence number of the states when the connection began.
    var headRevision: UInt64 = 0
    private var followsPlays = false
    /// The addresses of all subscriptions. The library's reader may be handing one a message when
    /// another thread destroys it, and then uses what is free (mended in libnats 3.6 by
    /// github.com/nats-io/nats.c/pull/638): they live until the reader has ended.
    private let subscriptions = Monitor<[UInt]>([])

    /// The address of the server.
    let server: String
    var connection: OpaquePointer?
    var stream: OpaquePointer?
    /// The same for what is asked again when there is no answer.
    var asking: OpaquePointer?

    /// Connects to a server, and tells how far the store is. Waits.
    ///
    /// - Parameter trial: So many bytes are written first where states are, if any.
    init(
        _ settings: StoreSettings, to server: String, number: Int, trying trial: Int,
        told: @escaping @Sendable (StoreEvent) -> Void
    ) throws(NATSError) {
        self.settings = settings
        self.server = server
        self.number = number
        self.told = told
        do throws(NATSError) {
            try connect()
            try provide(settings.bucket, expiring: 0, upTo: Self.statesMost)
            try provide(
                settings.plays, expiring: settings.playsKept * 1_000_000, upTo: Self.playsMost)
            if trial > 0 {
                try tryWriting(trial)
                erase(.trial(of: settings.member))
            }
            told(.opened(try head()))
        } catch {
            close()
            throw explained(error)
        }
    }

    deinit {
        for subscription in subscriptions.withLock({ $0 }) {
            natsSubscription_Destroy(OpaquePointer(bitPattern: subscription))
        }
        jsCtx_Destroy(asking)
        jsCtx_Destroy(stream)
        natsConnection_Destroy(connection)
    }

    /// Ends it, at once. The watches' threads end after a moment.
    func close() {
        let wasClosed = isClosed.withLock { closed in
            defer { closed = true }
            return closed
        }
        guard !wasClosed else { return }
        Self.all.withLock { $0[number] = nil }
        guard let connection else { return }
        // The last messages, such as the one that this member leaves, are still to be sent.
        _ = natsConnection_FlushTimeout(connection, Self.timeLimit / 10)
        natsConnection_Close(connection)
    }

    /// Has the store take so many bytes, as the states that it rejected had.
    func tryWriting(_ count: Int) throws(NATSError) {
        let value = [UInt8](repeating: UInt8(ascii: " "), count: count)
        let status = value.withUnsafeBytes { bytes in
            js_Publish(
                nil, stream, subject(of: .trial(of: settings.member)), bytes.baseAddress,
                Int32(bytes.count), nil, nil)
        }
        guard status != NATS_OK else { return }
        let error = NATSError(status)
        throw .rejected(isForbidden ? Self.forbidden : error.problem)
    }

    // MARK: Asking

    /// Does what the member asks for. Waits.
    func execute(_ command: StoreCommand) {
        switch command {
        case .open, .close: break
        case .follow(let revision):
            do throws(NATSError) { try follow(behind: revision) } catch { ended(error) }
        case .write(let id, let key, let value, let revision):
            if case .member = key {
                beat.withLock { $0 = (id, nats_NowInNanoSeconds()) }
            }
            publish(id, value, to: subject(of: key), expecting: revision)
        case .read(let key):
            do throws(NATSError) { told(.read(key, try entry(key)?.entry)) } catch { ended(error) }
        case .keep(let station, let id, let play):
            let key = StoreKey.play(id, of: station)
            // Without an answer: what is lost comes with the play's end, or the next reconnect.
            _ = play.withUnsafeBytes { bytes in
                natsConnection_Publish(
                    connection, Self.subject(key, in: settings.plays), bytes.baseAddress,
                    Int32(bytes.count))
            }
        case .nextPlays(let time):
            wantsPlays.withLock { $0 = true }
            wantsPlays.notify()
            guard !followsPlays else { break }
            followsPlays = true
            do throws(NATSError) { try followPlays(since: time) } catch { ended(error) }
        case .erase(let key, let revision): erase(key, upTo: revision)
        case .measure: [settings.bucket, settings.plays].forEach(measure)
        }
    }

    private func ended(_ error: NATSError) { told(.closed(reason: "\(located(error))")) }

    /// Tells where a stream is nearly full.
    private func measure(_ bucket: String) {
        let room = try? withStream(of: bucket) { ($0.State.Bytes, $0.Config?.pointee.MaxBytes) }
        guard let (used, limit) = room, let limit, limit > 0 else { return }
        let percent = Int(used * 100 / UInt64(limit))
        if percent >= Self.nearlyFull {
            told(.fills(stream: Self.stream(of: bucket), percent: percent))
        }
    }

    private func publish(
        _ id: WriteID, _ value: [UInt8], to subject: String, expecting revision: UInt64?
    ) {
        var options = jsPubOptions()
        jsPubOptions_Init(&options)
        options.ExpectLastSubjectSeq = revision ?? 0
        options.ExpectNoMessage = revision == 0
        var message: OpaquePointer?
        let status = value.withUnsafeBytes { bytes in
            natsMsg_Create(
                &message, subject, nil, bytes.bindMemory(to: CChar.self).baseAddress,
                Int32(bytes.count))
        }
        guard status == NATS_OK else { return told(.written(id, .unknown)) }
        _ = natsMsgHeader_Set(message, Self.writeHeader, "\(id)")
        unanswered.withLock { $0[id] = .after(.milliseconds(Self.timeLimit)) }
        let published = js_PublishMsgAsync(stream, &message, &options)
        guard published != NATS_OK else { return }
        natsMsg_Destroy(message)
        if take(id) { told(.written(id, published == NATS_MAX_PAYLOAD ? .tooLarge : .unknown)) }
    }

    /// Subscribes to what is sent to an inbox, however much of it waits.
    func subscribe(to inbox: String, _ subscription: inout OpaquePointer?) -> natsStatus {
        var made: OpaquePointer?
        let status = natsConnection_SubscribeSync(&made, connection, inbox)
        guard status == NATS_OK, let made else { return status }
        subscriptions.withLock { $0.append(UInt(bitPattern: made)) }
        subscription = made
        return natsSubscription_SetPendingLimits(made, -1, -1)
    }

    /// Names the write in its own message: the library hands that over with the answer.
    static let writeHeader = "Nphub-Write"

    /// The server has answered a write, or the library tells why it has not. On a thread of the
    /// library.
    func answered(
        _ message: OpaquePointer?, _ answer: UnsafeMutablePointer<jsPubAck>?,
        _ error: UnsafeMutablePointer<jsPubAckErr>?
    ) {
        let header = NATSMessage.header(Self.writeHeader, of: message)
        guard let id = header.flatMap({ WriteID($0) }), take(id) else { return }
        let failure = error.map { outcome(of: $0.pointee) } ?? .unknown
        told(.written(id, answer.map { .stored($0.pointee.Sequence) } ?? failure))
    }

    /// The meaning of the server's answer. Without an answer the write may have been stored.
    private func outcome(of error: jsPubAckErr) -> WriteOutcome {
        if error.ErrCode == JSStreamWrongLastSequenceErr { return .refused }
        let text = error.ErrText.map { String(cString: $0) } ?? ""
        if error.Err == NATS_NO_RESPONDERS {
            return .rejected(reason: "\(located(.rejected("no server leads the bucket")))")
        }
        guard error.ErrCode.rawValue != 0 else { return .unknown }
        return .rejected(reason: "\(located(.rejected(text)))")
    }

    private func take(_ id: WriteID) -> Bool {
        unanswered.withLock { $0.removeValue(forKey: id) != nil }
    }

    /// Gives up waiting for answers that should have come.
    func giveUpLateAnswers() {
        let late = unanswered.withLock { unanswered in
            let late = unanswered.filter { $0.value.timeLeft == .zero }.keys.sorted()
            for id in late { unanswered[id] = nil }
            return late
        }
        guard !late.isEmpty else { return }
        let outcome: WriteOutcome =
            isForbidden ? .rejected(reason: "\(located(.rejected(Self.forbidden)))") : .unknown
        for id in late { told(.written(id, outcome)) }
    }

    private func subject(of key: StoreKey) -> String {
        Self.subject(key.text, in: settings.bucket)
    }

    /// The subject to which a key of a bucket is written (NATS' ADR-8).
    static func subject(_ key: String, in bucket: String) -> String { "$KV.\(bucket).\(key)" }

    /// The stream that keeps a bucket.
    static func stream(of bucket: String) -> String { "KV_\(bucket)" }

    /// Purges the key: the stream of a bucket refuses to have single messages deleted. What was
    /// written since is spared. What is not erased now is so after the next connect.
    func erase(_ key: StoreKey, upTo revision: UInt64? = nil) {
        var options = jsOptions()
        jsOptions_Init(&options)
        if let revision { options.Stream.Purge.Sequence = revision + 1 }
        subject(of: key).withCString { subject in
            options.Stream.Purge.Subject = subject
            _ = js_PurgeStream(stream, Self.stream(of: settings.bucket), &options, nil)
        }
    }

    /// Reads a key, and the time at which it was written; `nil` where it is not there.
    func entry(_ key: StoreKey) throws(NATSError) -> (entry: StoreEntry, time: Int64)? {
        var message: OpaquePointer?
        let status = js_GetLastMsg(
            &message, stream, Self.stream(of: settings.bucket), subject(of: key), nil, nil)
        defer { natsMsg_Destroy(message) }
        guard status != NATS_NOT_FOUND else { return nil }
        try NATSError.check(status)
        let (value, revision) = (NATSMessage.content(of: message), natsMsg_GetSequence(message))
        return (StoreEntry(key: key, value: value, revision: revision), natsMsg_GetTime(message))
    }

    /// Reads what the server says of a bucket's stream.
    ///
    /// - Parameter keys: The keys that it is to name, with `>` for all that follows.
    func withStream<Value>(
        of bucket: String, naming keys: String? = nil, _ read: (jsStreamInfo) -> Value?
    ) throws(NATSError) -> Value? {
        var options = jsOptions()
        jsOptions_Init(&options)
        var info: UnsafeMutablePointer<jsStreamInfo>?
        let status = Self.subject(keys ?? "", in: bucket).withCString { subjects in
            if keys != nil { options.Stream.Info.SubjectsFilter = subjects }
            return js_GetStreamInfo(&info, stream, Self.stream(of: bucket), &options, nil)
        }
        try NATSError.check(status)
        defer { jsStreamInfo_Destroy(info) }
        return info.flatMap { read($0.pointee) }
    }
}
