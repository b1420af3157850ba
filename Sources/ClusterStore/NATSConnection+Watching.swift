import Cluster
internal import CNATS
import Support

/// What the watches tell: first all that is there, then each change.
extension NATSConnection {
    func watch() throws(NATSError) {
        // First, so that all up to there is in the initial state.
        let last = try lastSequence()
        var watchers: [OpaquePointer?] = []
        do throws(NATSError) {
            watchers.append(try watcher(of: roster))
            try tell(watchers[0], upToEnd: true) { self.heartbeat($0) }
            watchers.append(try watcher(of: states))
            try tell(watchers[1], upToEnd: true) { self.change($0) }
        } catch {
            for watcher in watchers { kvWatcher_Destroy(watcher) }
            throw error
        }
        told(.filled(last: last))
        follow(watchers[0], "nats-members") { $0.heartbeat($1) }
        follow(watchers[1], "nats-states") { $0.change($1) }
    }

    private func watcher(of bucket: OpaquePointer?) throws(NATSError) -> OpaquePointer? {
        var watcher: OpaquePointer?
        try NATSError.check(repeating { kvStore_WatchAll(&watcher, bucket, nil) })
        return watcher
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

    private func follow(
        _ watcher: OpaquePointer?, _ name: String,
        _ event: @escaping @Sendable (NATSConnection, OpaquePointer?) -> StoreEvent?
    ) {
        listen(to: NATSHandle(pointer: watcher, destroy: kvWatcher_Destroy), name) {
            (connection, watcher) throws(NATSError) in
            try connection.tell(watcher, upToEnd: false) { event(connection, $0) }
        }
    }

    /// Has a thread of its own tell what comes from a source, until the connection is closed.
    ///
    /// - Parameter tell: Tells what has come, or waits for a moment.
    func listen(
        to handle: NATSHandle, _ name: String,
        _ tell: @escaping @Sendable (NATSConnection, OpaquePointer?) throws(NATSError) -> Void
    ) {
        _ = startThread(name) { [self] in
            defer { handle.destroy(handle.pointer) }
            while !isClosed.withLock({ $0 }) {
                do throws(NATSError) {
                    try tell(self, handle.pointer)
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

    static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// A watch or a subscription that is handed to its thread, which alone uses it from then on.
struct NATSHandle: @unchecked Sendable {
    let pointer: OpaquePointer?
    let destroy: @Sendable (OpaquePointer?) -> Void
}
