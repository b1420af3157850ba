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

    /// Tells plays since a time, by a thread that waits for them, until the connection is closed.
    func followPlays(since time: Int64?) throws(NATSError) {
        // A number would mean nothing to a store that has lost its data. Plays can wait: the states
        // do not end for them while the servers elect who leads these.
        try listen(
            "nats-plays", to: settings.plays, from: .since(time.map { $0 - Self.overlap }),
            attempts: .max, tellPlays)
    }

    /// Tells the plays that come next, those of a station together, the newest first.
    private func tellPlays(_ consumer: OrderedConsumer) throws(NATSError) {
        let deadline = Deadline.after(.milliseconds(Self.watchInterval))
        guard wantsPlays.wait(until: deadline, for: { $0 ? true : nil }) != nil else { return }
        var plays: [String: [[UInt8]]] = [:]
        var newest: Int64?
        var count = 0
        while count < Self.batch, let news = try consumer.next(within: Self.watchInterval),
            case .message(let message) = news
        {
            count += 1
            newest = max(newest ?? 0, message.time)
            let key = message.subject.dropFirst(Self.subject("", in: settings.plays).count)
            if let station = StoreKey.station(ofPlay: String(key)), let play = message.value {
                plays[station, default: []].append(play)
            }
            if message.pending == 0 { break }
        }
        guard let newest else { return }
        wantsPlays.withLock { $0 = false }
        told(.plays(plays.mapValues { $0.reversed() }, upTo: newest))
    }
}
