internal import CNATS
import NowPlaying
import Support

/// Tells what the states' stream has, and then each change.
extension NATSConnection {
    /// Clocks that differ by so much, in nanoseconds, are told.
    private static let clockTolerance: Int64 = 1_000_000_000
    /// Each member writes a heartbeat within this, in nanoseconds.
    private static let usualSilence: Int64 = 3_000_000_000

    /// The store as it is now.
    func head() throws(NATSError) -> StoreHead {
        let (epoch, own) = (try entry(.epoch), try entry(.member(settings.member)))
        var head = StoreHead(epoch: epoch?.entry, own: own?.entry, last: 0)
        let written = try withStream(of: settings.bucket, naming: StoreKey.stations) { info in
            head.last = info.State.LastSeq
            head.stations = stations(in: info.State.Subjects?.pointee)
            head.replicas = Int(info.Config?.pointee.Replicas ?? 1)
            return info.State.LastTime
        }
        headRevision = head.last
        head.silence = try silence(since: written ?? nats_NowInNanoSeconds())
        head.version = version
        return head
    }

    private func stations(in subjects: jsStreamStateSubjects?) -> Set<String> {
        let named = UnsafeBufferPointer(start: subjects?.List, count: Int(subjects?.Count ?? 0))
        let keys = named.lazy.compactMap { self.key(of: String(cString: $0.Subject)) }
        return Set(keys.compactMap { if case .station(let id) = $0 { id } else { nil } })
    }

    private func key(of subject: String) -> StoreKey? {
        StoreKey(String(subject.dropFirst(Self.subject("", in: settings.bucket).count)))
    }

    /// The time since the last write. This machine's clock may be off: where it says anything
    /// unusual, a write of this member's own tells the time by NATS' clock.
    private func silence(since last: Int64) throws(NATSError) -> Interval {
        var silence = nats_NowInNanoSeconds() - last
        if abs(silence) > Self.usualSilence {
            try tryWriting(1)
            let key = StoreKey.trial(of: settings.member)
            silence = try entry(key).map { $0.time - last } ?? 0
            erase(key)
        }
        return .milliseconds(max(0, silence) / 1_000_000)
    }

    private var version: StoreVersion? {
        let address = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { text in
            let status = natsConnection_GetConnectedUrl(connection, text.baseAddress, text.count)
            return status == NATS_OK ? text.baseAddress.map { String(cString: $0) } : nil
        }
        return address.flatMap { NATSGreeting.read(from: $0) }.flatMap {
            StoreVersion(greeting: $0)
        }
    }

    /// Tells the last version of each key, or what follows a revision, and then each change.
    func follow(behind revision: UInt64?) throws(NATSError) {
        let head = headRevision
        // The server may count too few, and the last message may have been erased: then it idles.
        var isFilled = revision.map { $0 >= head } ?? false
        if isFilled { told(.filled) }
        try listen(
            "nats-states", to: settings.bucket, from: revision.map { .behind($0) } ?? .lastOfEach
        ) { [self] consumer throws(NATSError) in
            guard let news = try consumer.next(within: Self.watchInterval) else { return }
            var isComplete = true
            if case .message(let message) = news {
                tell(message)
                // Behind a revision nothing is left out before the head. Others may write without a
                // pause, and the server count too many.
                let isLast = message.pending == 0 || revision != nil
                isComplete = isLast && message.revision >= head
            }
            guard isComplete, !isFilled else { return }
            isFilled = true
            told(.filled)
        }
    }

    private func tell(_ message: NATSMessage) {
        guard let key = key(of: message.subject) else {
            return told(.passed(revision: message.revision))
        }
        if key == .member(settings.member) { compareClocks(message) }
        var entry = StoreEntry(key: key, value: message.value, revision: message.revision)
        entry.write = message.write
        told(.changed(entry))
    }

    /// This member's own heartbeat was stored after it was sent, and before it has come back.
    private func compareClocks(_ beat: NATSMessage) {
        guard let sent = self.beat.withLock({ $0 }), sent.id == beat.write else { return }
        let (early, late) = (beat.time - sent.sentAt, beat.time - nats_NowInNanoSeconds())
        let difference = early < 0 ? early : max(0, late)
        guard abs(difference) > Self.clockTolerance else { return }
        told(.clockDiffers(by: .milliseconds(difference / 1_000_000)))
    }

    /// Has a thread of its own tell what comes of a bucket, until the connection is closed.
    ///
    /// - Parameters:
    ///   - attempts: So often it is tried to have the server tell it.
    ///   - tell: Tells what has come, or waits for a moment.
    func listen(
        _ name: String, to bucket: String, from start: OrderedConsumer.Start,
        attempts: Int = attempts,
        _ tell: @escaping (OrderedConsumer) throws(NATSError) -> Void
    ) throws(NATSError) {
        // Only the thread that begins here calls it.
        nonisolated(unsafe) let tell = tell
        let isStarted = startThread(name) { [self] in
            do throws(NATSError) {
                let consumer = try OrderedConsumer(self, of: bucket, from: start, attempts)
                while !isClosed.withLock({ $0 }) { try tell(consumer) }
            } catch {
                if !isClosed.withLock({ $0 }) { told(.closed(reason: "\(located(error))")) }
            }
        }
        guard isStarted else {
            throw NATSError(
                problem: "the system gives no thread",
                remedy: "raise the limit of its processes or its memory")
        }
    }
}
