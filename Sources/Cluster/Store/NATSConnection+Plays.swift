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

    /// The clocks of NATS' servers may differ by so much, in nanoseconds, and what is told twice is
    /// known.
    private static let overlap: Int64 = 10_000_000_000

    /// Tells plays, by a thread that waits for them, until the connection is closed.
    func followPlays() throws(NATSError) {
        // A number would mean nothing to a store that has lost its data.
        let newest = newestPlay.withLock { $0 }
        // Plays can wait: the states do not end for them while the servers elect who leads these.
        try listen(
            "nats-plays", to: settings.plays, from: .since(newest.map { $0 - Self.overlap }),
            attempts: .max
        ) { [self] consumer throws(NATSError) in try tellPlays(consumer) }
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
    private func tellPlays(_ consumer: OrderedConsumer) throws(NATSError) {
        guard hasTakenPlays(within: Self.watchInterval) else { return }
        var plays: [String: [[UInt8]]] = [:]
        var newest: Int64?
        var count = 0
        while count < Self.batch, let news = try consumer.next(within: Self.watchInterval),
            case .message(let message) = news
        {
            count += 1
            newest = max(newest ?? 0, message.time)
            let key = message.subject.dropFirst(Self.subject("", in: settings.plays).count)
            if let station = StoreKey.station(ofPlay: String(key)) {
                plays[station, default: []].append(message.content)
            }
            if message.pending == 0 { break }
        }
        guard let newest else { return }
        untakenPlay.withLock { $0 = newest }
        told(.plays(plays.mapValues { $0.reversed() }, upTo: newest))
    }

    private func hasTakenPlays(within limit: Int64) -> Bool {
        untakenPlay.wait(until: .after(.milliseconds(limit))) { $0 == nil ? true : nil } ?? false
    }
}
