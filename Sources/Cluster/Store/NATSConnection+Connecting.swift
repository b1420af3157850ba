internal import CNATS
import Glibc
import Support

/// Makes connections: identity, the stream and its buckets.
extension NATSConnection {
    func connect() throws(NATSError) {
        var options: OpaquePointer?
        try NATSError.check(natsOptions_Create(&options))
        defer { natsOptions_Destroy(options) }
        try configure(options)
        let status = natsConnection_Connect(&connection, options)
        guard status == NATS_OK else { throw .connecting(status) }
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
            NATSConnection.all.withLock { $0[number] }?.answered(message, answer, error)
        }
        Self.all.withLock { $0[number] = self }
        try NATSError.check(natsConnection_JetStream(&stream, connection, &settings))
        jsOptions_Init(&settings)
        settings.Wait = Self.attemptLimit
        try NATSError.check(natsConnection_JetStream(&asking, connection, &settings))
    }

    private func configure(_ options: OpaquePointer?) throws(NATSError) {
        try NATSError.check(natsOptions_SetURL(options, server))
        // The member itself decides when to connect again: a watch is made anew each time.
        try NATSError.check(natsOptions_SetAllowReconnect(options, false))
        try NATSError.check(natsOptions_SetTimeout(options, Self.timeLimit))
        try NATSError.check(natsOptions_SetPingInterval(options, Self.timeLimit / 2))
        try NATSError.check(natsOptions_SetMaxPingsOut(options, 2))
        try NATSError.check(natsOptions_SetName(options, "nphub \(settings.member)"))
        if server.hasPrefix("tls://") {
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

    /// Adds the server to an error.
    func located(_ error: NATSError) -> NATSError { .noServer([(server, explained(error))]) }

    /// Calls say only that the connection is closed, also if it was ended because the server
    /// answered no more.
    func explained(_ error: NATSError) -> NATSError {
        var text: UnsafePointer<CChar>?
        let isStale = natsConnection_GetLastError(connection, &text) == NATS_STALE_CONNECTION
        return isStale ? NATSError(NATS_STALE_CONNECTION) : error
    }

    /// True if the server has said that this user may not write somewhere: it says so once, and
    /// answers nothing.
    var isForbidden: Bool {
        var text: UnsafePointer<CChar>?
        return natsConnection_GetLastError(connection, &text) == NATS_NOT_PERMITTED
    }

    static let forbidden = "this hub's user may not publish there"

    /// The limits of the buckets, in bytes: NATS keeps so much room for each. One that takes all
    /// that a server is usually given leaves none for the other.
    static let statesMost: Int64 = 900 << 20
    static let playsMost: Int64 = 2 << 30

    /// Makes a bucket where there is none.
    func provide(
        _ name: String, expiring life: Int64, upTo limit: Int64
    ) throws(NATSError) {
        let found = find(name)
        guard found == NATS_NOT_FOUND else { return try NATSError.check(found) }
        var made = make(name, expiring: life, upTo: limit)
        // A smaller disk has a limit of its own.
        if made != NATS_OK { made = make(name, expiring: life, upTo: -1) }
        let error = NATSError(made)
        // If the bucket was not made, another member may have made it first.
        let status = find(name)
        guard status == NATS_OK else { throw made == NATS_OK ? NATSError(status) : error }
    }

    private func find(_ name: String) -> natsStatus {
        var bucket: OpaquePointer?
        defer { kvStore_Destroy(bucket) }
        return Self.repeating { js_KeyValue(&bucket, asking, name) }
    }

    private func make(_ name: String, expiring life: Int64, upTo limit: Int64) -> natsStatus {
        var bucket: OpaquePointer?
        defer { kvStore_Destroy(bucket) }
        var settings = kvConfig()
        kvConfig_Init(&settings)
        let replicas = Int32(self.settings.replicas)
        return name.withCString { name in
            settings.Bucket = name
            settings.History = 1
            settings.TTL = life
            settings.MaxBytes = limit
            settings.Replicas = replicas
            return js_CreateKeyValue(&bucket, stream, &settings)
        }
    }

    /// Asks again for as long as there is no answer.
    static func repeating(_ times: Int = attempts, _ ask: () -> natsStatus) -> natsStatus {
        for _ in 1..<times {
            let status = ask()
            if status != NATS_TIMEOUT { return status }
        }
        return ask()
    }
}
