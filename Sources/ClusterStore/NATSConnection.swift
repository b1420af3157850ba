import Cluster
internal import CNATS
import Glibc
import Support

/// One connection to NATS: from its opening, over all that it is asked, to its end.
///
/// Calls that may wait are made by the store's own thread, and two more wait for what the watches
/// tell. All that comes is handed over by `told`.
///
/// `@unchecked Sendable`: libnats' handles may be used by any thread; those of Swift are set before
/// the watches' threads begin, and the rest is under a lock.
final class NATSConnection: @unchecked Sendable {
    /// The longest that a call waits, in milliseconds.
    private static let timeLimit: Int64 = 2_000
    /// The longest that one attempt waits which is repeated, and how often it is made. Where
    /// several servers keep a bucket, one that has just died may be chosen to serve a watch; the
    /// next attempt gets another.
    private static let attemptLimit: Int64 = 500
    private static let attempts = 6
    /// How often a watch looks whether the connection was closed, in milliseconds.
    private static let watchInterval: Int64 = 500
    /// Heartbeats are gone from the bucket after this, in nanoseconds: what is left of members that
    /// are gone for good.
    private static let heartbeatLife: Int64 = 60_000_000_000

    private let settings: StoreSettings
    private let told: @Sendable (StoreEvent) -> Void
    private let isClosed = Monitor(false)
    private let unanswered = Monitor<[WriteID: Deadline]>([:])
    private let number: Int

    /// The server that it is connected to, as people may know it.
    private var server: String?
    private var connection: OpaquePointer?
    private var stream: OpaquePointer?
    /// The same for what is asked again when there is no answer.
    private var asking: OpaquePointer?
    private var states: OpaquePointer?
    private var roster: OpaquePointer?
    private var plays: OpaquePointer?

    /// Connects, and tells the initial state. Waits.
    init(
        _ settings: StoreSettings, number: Int, told: @escaping @Sendable (StoreEvent) -> Void
    ) throws(NATSError) {
        self.settings = settings
        self.number = number
        self.told = told
        do throws(NATSError) {
            try connect()
            states = try bucket(settings.bucket, expiring: 0)
            roster = try bucket(settings.roster, expiring: Self.heartbeatLife)
            plays = try bucket(settings.plays, expiring: settings.playsKept * 1_000_000)
            try watch()
        } catch {
            close()
            throw located(error)
        }
    }

    deinit {
        kvStore_Destroy(states)
        kvStore_Destroy(roster)
        kvStore_Destroy(plays)
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
        AnswerDesk.remove(number)
        guard let connection else { return }
        // What was published last, as that this member leaves, is still to be sent.
        _ = natsConnection_FlushTimeout(connection, Self.timeLimit / 10)
        natsConnection_Close(connection)
    }

    // MARK: Connecting

    /// Connects to one of the servers. Each is tried once, in an order of chance, so that members
    /// share the servers; what is wrong with each is told in the order of the config.
    private func connect() throws(NATSError) {
        var errors: [String: NATSError] = [:]
        for address in settings.servers.shuffled() {
            do throws(NATSError) { return try connect(to: address) } catch {
                errors[address] = error
            }
        }
        throw .noServer(
            settings.servers.compactMap { address in
                errors[address].map { (StoreSettings.publicAddress(address), $0) }
            })
    }

    private func connect(to address: String) throws(NATSError) {
        var options: OpaquePointer?
        try NATSError.check(natsOptions_Create(&options))
        defer { natsOptions_Destroy(options) }
        try configure(options, address)
        try NATSError.check(natsConnection_Connect(&connection, options))
        server = StoreSettings.publicAddress(address)
        try openStream()
    }

    private func openStream() throws(NATSError) {
        var settings = jsOptions()
        jsOptions_Init(&settings)
        settings.Wait = Self.timeLimit
        settings.PublishAsync.MaxPending = 4_096
        settings.PublishAsync.AckHandlerClosure = UnsafeMutableRawPointer(bitPattern: number)
        settings.PublishAsync.AckHandler = { _, message, answer, error, closure in
            defer { natsMsg_Destroy(message) }
            let number = Int(bitPattern: closure)
            AnswerDesk.connection(number)?.answered(message, answer, error)
        }
        AnswerDesk.add(self, as: number)
        try NATSError.check(natsConnection_JetStream(&stream, connection, &settings))
        jsOptions_Init(&settings)
        settings.Wait = Self.attemptLimit
        try NATSError.check(natsConnection_JetStream(&asking, connection, &settings))
    }

    private func configure(_ options: OpaquePointer?, _ address: String) throws(NATSError) {
        try NATSError.check(natsOptions_SetURL(options, address))
        // The member itself decides when to connect again: a watch is made anew each time.
        try NATSError.check(natsOptions_SetAllowReconnect(options, false))
        try NATSError.check(natsOptions_SetTimeout(options, Self.timeLimit))
        try NATSError.check(natsOptions_SetPingInterval(options, Self.timeLimit / 2))
        try NATSError.check(natsOptions_SetMaxPingsOut(options, 2))
        try NATSError.check(natsOptions_SetName(options, "nphub \(settings.member)"))
        if address.hasPrefix("tls://") {
            try NATSError.check(natsOptions_SetSecure(options, true))
        }
        try identify(options)
    }

    /// The files are read anew each time: one that was wrong can be put right.
    private func identify(_ options: OpaquePointer?) throws(NATSError) {
        if let file = settings.authorities {
            try Self.checkReadable(file, as: "cluster.tls.ca")
            let status = natsOptions_LoadCATrustedCertificates(options, file)
            guard status == NATS_OK else {
                throw NATSError(
                    problem: "there is no certificate in \(file)",
                    remedy: "cluster.tls.ca needs certificates in PEM")
            }
        }
        if let file = settings.credentials {
            try Self.checkReadable(file, as: "cluster.credentials")
            try NATSError.check(natsOptions_SetUserCredentialsFromFiles(options, file, nil))
        }
    }

    private static func checkReadable(_ file: String, as key: String) throws(NATSError) {
        guard access(file, R_OK) != 0 else { return }
        throw NATSError(
            problem: "\(file) cannot be read: \(String(cString: strerror(errno)))",
            remedy: "see to \(key)")
    }

    /// What went wrong at the server that it is connected to, if it is.
    private func located(_ error: NATSError) -> NATSError {
        server.map { .noServer([($0, error)]) } ?? error
    }

    /// Finds a bucket, or makes it.
    private func bucket(
        _ name: String, expiring life: Int64
    ) throws(NATSError) -> OpaquePointer? {
        var bucket: OpaquePointer?
        let found = repeating { js_KeyValue(&bucket, asking, name) }
        guard found == NATS_NOT_FOUND else {
            try NATSError.check(found)
            return bucket
        }
        let made = make(name, expiring: life)
        let error = NATSError(made)
        // Where it was not made, another member may have been first.
        let status = repeating { js_KeyValue(&bucket, asking, name) }
        guard status == NATS_OK else { throw made == NATS_OK ? NATSError(status) : error }
        return bucket
    }

    private func make(_ name: String, expiring life: Int64) -> natsStatus {
        var bucket: OpaquePointer?
        defer { kvStore_Destroy(bucket) }
        var settings = kvConfig()
        kvConfig_Init(&settings)
        let replicas = Int32(self.settings.replicas)
        return name.withCString { name in
            settings.Bucket = name
            settings.History = 1
            settings.TTL = life
            settings.Replicas = replicas
            return js_CreateKeyValue(&bucket, stream, &settings)
        }
    }

    /// Asks again for as long as there is no answer, a few times.
    private func repeating(_ ask: () -> natsStatus) -> natsStatus {
        var status = NATS_TIMEOUT
        for _ in 0..<Self.attempts where status == NATS_TIMEOUT { status = ask() }
        return status
    }

    // MARK: Watching

    private func watch() throws(NATSError) {
        // First, so that all up to there is in the initial state.
        let last = try lastSequence()
        var watchers: [OpaquePointer?] = []
        do throws(NATSError) {
            watchers.append(try watcher(of: roster))
            try tell(watchers[0], upToEnd: true) { self.heartbeat($0) }
            watchers.append(try watcher(of: plays))
            try tellPlays(watchers[1])
            watchers.append(try watcher(of: states))
            try tell(watchers[2], upToEnd: true) { self.change($0) }
        } catch {
            for watcher in watchers { kvWatcher_Destroy(watcher) }
            throw error
        }
        told(.filled(last: last))
        follow(watchers[0], "nats-members") { $0.heartbeat($1) }
        follow(watchers[1], "nats-plays") {
            $0.play($1).map { .plays(station: $0.station, [$0.play]) }
        }
        follow(watchers[2], "nats-states") { $0.change($1) }
    }

    private func watcher(of bucket: OpaquePointer?) throws(NATSError) -> OpaquePointer? {
        var watcher: OpaquePointer?
        try NATSError.check(repeating { kvStore_WatchAll(&watcher, bucket, nil) })
        return watcher
    }

    /// Tells the plays that are kept, those of a station together.
    private func tellPlays(_ watcher: OpaquePointer?) throws(NATSError) {
        var kept: [String: [[UInt8]]] = [:]
        try tell(watcher, upToEnd: true) { entry in
            if let play = self.play(entry) { kept[play.station, default: []].append(play.play) }
            return nil
        }
        for (station, plays) in kept { told(.plays(station: station, plays.reversed())) }
    }

    private func play(_ entry: OpaquePointer?) -> (station: String, play: [UInt8])? {
        guard let key = kvEntry_Key(entry), let play = value(of: entry),
            let station = StoreKey.station(ofPlay: String(cString: key))
        else { return nil }
        return (station, play)
    }

    /// Tells what a watch has, until its initial state is complete, or it has nothing for a while.
    private func tell(
        _ watcher: OpaquePointer?, upToEnd: Bool, _ event: (OpaquePointer?) -> StoreEvent?
    ) throws(NATSError) {
        while true {
            var entry: OpaquePointer?
            let status = kvWatcher_Next(
                &entry, watcher, upToEnd ? Self.timeLimit : Self.watchInterval)
            if status == NATS_TIMEOUT, !upToEnd { return }
            try NATSError.check(status)
            // An entry without content ends the initial state.
            guard entry != nil else { return }
            defer { kvEntry_Destroy(entry) }
            if let event = event(entry) { told(event) }
        }
    }

    /// Tells what comes by a watch, by a thread that waits for it, until the connection is closed.
    private func follow(
        _ watcher: OpaquePointer?, _ name: String,
        _ event: @escaping @Sendable (NATSConnection, OpaquePointer?) -> StoreEvent?
    ) {
        let watcher = WatcherHandle(pointer: watcher)
        _ = startThread(name) { [self] in
            defer { kvWatcher_Destroy(watcher.pointer) }
            while !isClosed.withLock({ $0 }) {
                do throws(NATSError) {
                    try tell(watcher.pointer, upToEnd: false) { event(self, $0) }
                } catch {
                    if !isClosed.withLock({ $0 }) { told(.closed(reason: "\(located(error))")) }
                    return
                }
            }
        }
    }

    private func heartbeat(_ entry: OpaquePointer?) -> StoreEvent? {
        guard let key = kvEntry_Key(entry) else { return nil }
        let text = value(of: entry).flatMap { String(validating: $0, as: UTF8.self) }
        return .heartbeat(name: String(cString: key), text.flatMap { Heartbeat($0) })
    }

    private func change(_ entry: OpaquePointer?) -> StoreEvent? {
        guard let text = kvEntry_Key(entry), let key = StoreKey(String(cString: text)) else {
            return nil
        }
        return .changed(
            StoreEntry(key: key, value: value(of: entry), revision: kvEntry_Revision(entry)))
    }

    private func value(of entry: OpaquePointer?) -> [UInt8]? {
        guard kvEntry_Operation(entry) == kvOp_Put else { return nil }
        return Self.bytes(kvEntry_Value(entry), Int(kvEntry_ValueLen(entry)))
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    // MARK: Asking

    /// Does what the member asks for. Waits.
    func execute(_ command: StoreCommand) {
        switch command {
        case .open, .close: break
        case .write(let id, let key, let value, let messageID, let revision):
            publish(
                id, value, to: "$KV.\(settings.bucket).\(key.text)", messageID, expecting: revision)
        case .beat(let id, let heartbeat):
            publish(
                id, Array(heartbeat.text.utf8),
                to: "$KV.\(settings.roster).\(settings.member)", nil, expecting: nil)
        case .leave(let name): _ = kvStore_Delete(roster, name)
        case .read(let key): read(key)
        case .keep(let station, let id, let play):
            let key = StoreKey.play(id, of: station)
            // Without an answer: what is lost comes with the play's end, or with the next reconnect.
            _ = play.withUnsafeBytes { bytes in
                natsConnection_Publish(
                    connection, "$KV.\(settings.plays).\(key)", bytes.baseAddress,
                    Int32(bytes.count))
            }
        case .erase(let revision):
            // What is gone already another member has erased.
            _ = js_DeleteMsg(stream, "KV_\(settings.bucket)", revision, nil, nil)
        case .probe: if let last = try? lastSequence() { told(.probed(last: last)) }
        }
    }

    private func publish(
        _ id: WriteID, _ value: [UInt8], to subject: String, _ messageID: String?,
        expecting revision: UInt64?
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
        let published = (messageID ?? "").withCString { text in
            options.MsgId = messageID == nil ? nil : text
            return js_PublishMsgAsync(stream, &message, &options)
        }
        guard published != NATS_OK else { return }
        natsMsg_Destroy(message)
        if take(id) { told(.written(id, .unknown)) }
    }

    /// Names the write in its own message: the library hands that over with the answer.
    private static let writeHeader = "Nphub-Write"

    /// The server has answered a write, or the library tells why it has not. On a thread of the
    /// library.
    fileprivate func answered(
        _ message: OpaquePointer?, _ answer: UnsafeMutablePointer<jsPubAck>?,
        _ error: UnsafeMutablePointer<jsPubAckErr>?
    ) {
        var text: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, Self.writeHeader, &text) == NATS_OK, let text,
            let id = WriteID(String(cString: text)), take(id)
        else { return }
        if let answer {
            told(.written(id, .stored(answer.pointee.Sequence)))
        } else if error?.pointee.ErrCode == JSStreamWrongLastSequenceErr {
            told(.written(id, .refused))
        } else {
            told(.written(id, .unknown))
        }
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
        for id in late { told(.written(id, .unknown)) }
    }

    private func read(_ key: StoreKey) {
        var message: OpaquePointer?
        let subject = "$KV.\(settings.bucket).\(key.text)"
        let status = js_GetLastMsg(
            &message, stream, "KV_\(settings.bucket)", subject, nil, nil)
        defer { natsMsg_Destroy(message) }
        switch status {
        case NATS_OK:
            let value = Self.bytes(natsMsg_GetData(message), Int(natsMsg_GetDataLength(message)))
            let revision = natsMsg_GetSequence(message)
            told(.read(key, StoreEntry(key: key, value: value, revision: revision)))
        case NATS_NOT_FOUND: told(.read(key, nil))
        default: told(.closed(reason: "\(located(NATSError(status)))"))
        }
    }

    private func lastSequence() throws(NATSError) -> UInt64 {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        try NATSError.check(
            js_GetStreamInfo(&info, stream, "KV_\(settings.bucket)", nil, nil))
        defer { jsStreamInfo_Destroy(info) }
        return info?.pointee.State.LastSeq ?? 0
    }
}

/// A watch that is handed to its thread, which alone uses it from then on.
private struct WatcherHandle: @unchecked Sendable {
    let pointer: OpaquePointer?
}
