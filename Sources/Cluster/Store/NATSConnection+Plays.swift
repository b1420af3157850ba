internal import CNATS
import Support

/// Plays of stations that other members have kept.
///
/// There can be hours of plays for thousands of stations: they are told beside all else, and the
/// initial state does not wait for them. A hub takes one batch after another, so that all else goes
/// on between them. After a lost connection, only newer plays are told.
extension NATSConnection {
    /// So many plays are told together at most.
    private static let batch = 256
    /// A batch ends when no play follows for so long, in milliseconds.
    private static let pause: Int64 = 50

    /// Tells plays, by a thread that waits for them, until the connection is closed.
    func followPlays(_ subscription: NATSHandle) throws(NATSError) {
        try listen(to: subscription, "nats-plays") { (connection, plays) throws(NATSError) in
            try connection.tellPlays(plays)
        }
    }

    func subscribeToPlays() throws(NATSError) -> NATSHandle {
        var options = jsSubOptions()
        jsSubOptions_Init(&options)
        options.Ordered = true
        if let newest = newestPlay.withLock({ $0 }) {
            // A number would mean nothing to a store that has lost its data.
            options.Config.DeliverPolicy = js_DeliverByStartTime
            options.Config.OptStartTime = newest + 1
        }
        var subscription: OpaquePointer?
        let subject = Self.subject(">", in: settings.plays)
        let status = Self.stream(of: settings.plays).withCString { name in
            options.Stream = name
            return repeating {
                js_SubscribeSync(&subscription, asking, subject, nil, &options, nil)
            }
        }
        try NATSError.check(status)
        return NATSHandle(subscription, destroy: natsSubscription_Destroy)
    }

    /// The plays that were told last are with the hub.
    func playsTaken() {
        let newest = untakenPlay.withLock { time -> Int64? in
            defer { time = nil }
            return time
        }
        if let newest { newestPlay.withLock { $0 = newest } }
        untakenPlay.notify()
    }

    /// Tells the plays that come next, those of a station together, the newest first.
    private func tellPlays(_ subscription: OpaquePointer?) throws(NATSError) {
        guard hasTakenPlays(within: Self.watchInterval) else { return }
        var plays: [String: [[UInt8]]] = [:]
        var newest: Int64?
        var limit = Self.watchInterval
        for _ in 0..<Self.batch {
            guard let message = try next(of: subscription, within: limit) else { break }
            defer { natsMsg_Destroy(message) }
            if let (station, play) = play(message) { plays[station, default: []].append(play) }
            newest = time(of: message) ?? newest
            limit = Self.pause
        }
        guard !plays.isEmpty else { return }
        untakenPlay.withLock { $0 = newest }
        told(.plays(plays.mapValues { $0.reversed() }))
    }

    private func hasTakenPlays(within limit: Int64) -> Bool {
        untakenPlay.wait(until: .after(.milliseconds(limit))) { $0 == nil ? true : nil } ?? false
    }

    private func next(
        of subscription: OpaquePointer?, within limit: Int64
    ) throws(NATSError) -> OpaquePointer? {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, subscription, limit)
        if status == NATS_TIMEOUT { return nil }
        try NATSError.check(status)
        return message
    }

    private func time(of message: OpaquePointer?) -> Int64? {
        var facts: UnsafeMutablePointer<jsMsgMetaData>?
        guard natsMsg_GetMetaData(&facts, message) == NATS_OK, let facts else { return nil }
        defer { jsMsgMetaData_Destroy(facts) }
        return facts.pointee.Timestamp
    }

    private func play(_ message: OpaquePointer?) -> (station: String, play: [UInt8])? {
        guard let subject = natsMsg_GetSubject(message) else { return nil }
        let key = String(cString: subject).dropFirst(Self.subject("", in: settings.plays).count)
        guard let station = StoreKey.station(ofPlay: String(key)) else { return nil }
        return (station, Self.bytes(natsMsg_GetData(message), Int(natsMsg_GetDataLength(message))))
    }
}
