internal import CNATS
import Support

/// Tells the news of the watches: first all that is there, then each change.
extension NATSConnection {
    func watch() throws(NATSError) {
        let members = try watcher(of: roster)
        try tellInitialState(of: members, settings.roster, heartbeat)
        let changes = try watcher(of: states)
        told(.filled(last: try tellInitialState(of: changes, settings.bucket, change)))
        try follow(members, "nats-members") { $0.heartbeat($1) }
        try follow(changes, "nats-states") { $0.change($1) }
    }

    private func watcher(of bucket: OpaquePointer?) throws(NATSError) -> NATSHandle {
        var watcher: OpaquePointer?
        try NATSError.check(repeating { kvStore_WatchAll(&watcher, bucket, nil) })
        return NATSHandle(watcher, destroy: kvWatcher_Destroy)
    }

    /// Tells all that a watch has at first.
    ///
    /// libnats tells the end once it has got as many entries as there were when it began, or the
    /// server says that no more are left. A key that was written again meanwhile may come after
    /// that: so all is awaited that was written by then, and what was written while it came, until
    /// nothing was. A few rounds are enough: a key would have to be written again in each.
    ///
    /// - Returns: The sequence number up to which all was told.
    @discardableResult
    private func tellInitialState(
        of watcher: NATSHandle, _ bucket: String, _ event: (OpaquePointer?) -> StoreEvent?
    ) throws(NATSError) -> UInt64 {
        var (last, newest): (UInt64?, UInt64) = (nil, 0)
        var rounds = 0
        while last.map({ newest < $0 }) ?? true {
            var entry: OpaquePointer?
            let status = kvWatcher_Next(
                &entry, watcher.pointer, last == nil ? Self.timeLimit : Self.watchInterval)
            // The last that was written may have been erased.
            if status == NATS_TIMEOUT, let last { return last }
            try NATSError.check(status)
            defer { kvEntry_Destroy(entry) }
            guard entry != nil else {
                last = try lastSequence(of: bucket)
                continue
            }
            newest = max(newest, kvEntry_Revision(entry))
            if let event = event(entry) { told(event) }
            if let end = last, end <= newest, rounds < Self.attempts {
                (last, rounds) = (try lastSequence(of: bucket), rounds + 1)
            }
        }
        return newest
    }

    private func follow(
        _ watcher: NATSHandle, _ name: String,
        _ event: @escaping @Sendable (NATSConnection, OpaquePointer?) -> StoreEvent?
    ) throws(NATSError) {
        try listen(to: watcher, name) { (connection, watcher) throws(NATSError) in
            var entry: OpaquePointer?
            let status = kvWatcher_Next(&entry, watcher, Self.watchInterval)
            if status == NATS_TIMEOUT { return }
            try NATSError.check(status)
            defer { kvEntry_Destroy(entry) }
            if let event = event(connection, entry) { connection.told(event) }
        }
    }

    /// Has a thread of its own tell what comes from a source, until the connection is closed.
    ///
    /// - Parameter tell: Tells what has come, or waits for a moment.
    func listen(
        to handle: NATSHandle, _ name: String,
        _ tell: @escaping @Sendable (NATSConnection, OpaquePointer?) throws(NATSError) -> Void
    ) throws(NATSError) {
        let isStarted = startThread(name) { [self] in
            while !isClosed.withLock({ $0 }) {
                do throws(NATSError) {
                    try tell(self, handle.pointer)
                } catch {
                    if !isClosed.withLock({ $0 }) { told(.closed(reason: "\(located(error))")) }
                    return
                }
            }
        }
        guard isStarted else {
            throw NATSError(
                problem: "the system gives no thread",
                remedy: "raise the limit of its processes or its memory")
        }
    }

    private func heartbeat(_ entry: OpaquePointer?) -> StoreEvent? {
        guard let key = kvEntry_Key(entry) else { return nil }
        let text = value(of: entry).flatMap(\.word)
        return .heartbeat(name: String(cString: key), text.flatMap { Heartbeat($0) })
    }

    private func change(_ entry: OpaquePointer?) -> StoreEvent? {
        guard let text = kvEntry_Key(entry) else { return nil }
        let revision = kvEntry_Revision(entry)
        guard let key = StoreKey(String(cString: text)) else { return .passed(revision: revision) }
        return .changed(StoreEntry(key: key, value: value(of: entry), revision: revision))
    }

    private func value(of entry: OpaquePointer?) -> [UInt8]? {
        guard kvEntry_Operation(entry) == kvOp_Put else { return nil }
        return Self.bytes(kvEntry_Value(entry), Int(kvEntry_ValueLen(entry)))
    }

    static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// A watch or a subscription, until it is let go.
///
/// `@unchecked Sendable`: it is handed to its thread, which alone uses it from then on.
final class NATSHandle: @unchecked Sendable {
    let pointer: OpaquePointer?
    private let destroy: @Sendable (OpaquePointer?) -> Void

    init(_ pointer: OpaquePointer?, destroy: @escaping @Sendable (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.destroy = destroy
    }

    deinit { destroy(pointer) }
}
