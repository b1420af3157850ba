package import Cluster
import Glibc
package import Support

/// The cluster's store on NATS, behind a thread of its own: nothing here waits.
///
/// The member numbers its sessions; what an earlier one still says is told with its number, and the
/// member ignores it.
package final class NATSStore: Sendable {
    /// Commands that may wait for the thread: more than the writes that a member has under way, and
    /// its owners' keys.
    private static let commandsMax = 65_536

    private let settings: StoreSettings
    private let told: @Sendable (StoreSession, StoreEvent) -> Void
    private let worker = SerialWorker("nats", capacity: commandsMax)
    private let current = Monitor<(session: StoreSession, connection: NATSConnection)?>(nil)
    /// When the last connection ended, in nanoseconds since 1970.
    private let lostAt = Monitor<Int64?>(nil)
    /// Plays that may have been missed before a connection was found to be lost, and as much as
    /// clocks may differ, in nanoseconds.
    private static let overlap: Int64 = 60_000_000_000

    /// A store that is not connected.
    ///
    /// - Parameter told: Takes what the store says, on any thread.
    package init(
        _ settings: StoreSettings, told: @escaping @Sendable (StoreSession, StoreEvent) -> Void
    ) {
        self.settings = settings
        self.told = told
    }

    /// Does what a member asks for.
    package func execute(_ command: StoreCommand, in session: StoreSession) {
        switch command {
        case .open: run(session) { $0.open(session) }
        case .close: close(session)
        case .write, .beat, .leave, .read, .probe, .erase, .keep:
            run(session) { $0.connection(of: session)?.execute(command) }
        }
    }

    /// Gives up waiting for answers that should have come.
    package func giveUpLateAnswers() {
        current.withLock { $0?.connection }?.giveUpLateAnswers()
    }

    /// Waits until what it was asked is done.
    package func finish(by deadline: Deadline) { _ = worker.finish(by: deadline) }

    private func run(_ session: StoreSession, _ job: @escaping @Sendable (NATSStore) -> Void) {
        let isAccepted = worker.run { [weak self] in
            guard let self else { return }
            job(self)
        }
        if !isAccepted { told(session, .closed(reason: "too much waits for the store")) }
    }

    private func connection(of session: StoreSession) -> NATSConnection? {
        current.withLock { $0?.session == session ? $0?.connection : nil }
    }

    private func open(_ session: StoreSession) {
        let told = told
        let since = lostAt.withLock { $0 }
        do throws(NATSError) {
            let connection = try NATSConnection(settings, number: session, since: since) {
                told(session, $0)
            }
            current.withLock { $0 = (session, connection) }
        } catch {
            told(session, .closed(reason: "\(error)"))
        }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func close(_ session: StoreSession) {
        run(session) { store in
            let closed = store.current.withLock { current -> NATSConnection? in
                defer { current = nil }
                return current?.connection
            }
            guard let closed else { return }
            closed.close()
            store.lostAt.withLock { $0 = Self.now - Self.overlap }
        }
    }
}
