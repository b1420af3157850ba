package import Support

/// The cluster's store on NATS, behind a thread of its own: nothing here waits.
///
/// The member numbers its sessions; what an earlier one still says is told with its number, and the
/// member ignores it.
package final class NATSStore: Sendable {
    /// Commands that may wait for the thread: more than the writes that a member has under way, its
    /// owners' keys, and the plays that a store is given again which has lost them.
    private static let commandsMax = 65_536

    private let settings: StoreSettings
    private let told: @Sendable (StoreSession, StoreEvent) -> Void
    private let worker = SerialWorker("nats", capacity: commandsMax)
    private let current = Monitor<(session: StoreSession, connection: NATSConnection)?>(nil)
    /// The session that the member is in: what it asked for in an earlier one is begun no more.
    private let wanted = Monitor<StoreSession?>(nil)
    /// The server of the last connection.
    private let server = Monitor<String?>(nil)
    /// The time at which NATS was given the newest play that was taken, in nanoseconds since 1970
    /// by its clock.
    private let newestPlay = Monitor<Int64?>(nil)

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
        case .open(let trial, let elsewhere):
            wanted.withLock { $0 = session }
            run(session) { $0.open(session, trying: trial, elsewhere: elsewhere) }
        case .close:
            wanted.withLock { $0 = nil }
            close(session)
        case .follow, .write, .read, .measure, .erase, .keep, .nextPlays:
            run(session) { $0.connection(of: session)?.execute(command) }
        }
    }

    /// The plays are known that NATS was given up to a time, in nanoseconds since 1970 by its
    /// clock.
    package func knowsPlays(upTo time: Int64) { newestPlay.withLock { $0 = time } }

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

    private func open(_ session: StoreSession, trying trial: Int, elsewhere: Bool) {
        guard wanted.withLock({ $0 == session }) else { return }
        let told = told
        do throws(NATSError) {
            let connection = try NATSConnection(
                settings, number: session, trying: trial,
                avoiding: elsewhere ? server.withLock { $0 } : nil, newestPlay: newestPlay
            ) { told(session, $0) }
            server.withLock { $0 = connection.server }
            // One that was not closed, because too much waited.
            current.withLock { current -> NATSConnection? in
                defer { current = (session, connection) }
                return current?.connection
            }?.close()
        } catch {
            told(session, .closed(reason: "\(error)"))
        }
    }

    private func close(_ session: StoreSession) {
        run(session) { store in
            let closed = store.current.withLock { current -> NATSConnection? in
                defer { current = nil }
                return current?.connection
            }
            closed?.close()
        }
    }
}
