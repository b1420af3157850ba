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
    /// The servers in the order in which they are tried, which is one of chance, so that members
    /// share them. One that was tried is the last: it may answer, and be cut off from the others.
    private let servers: Monitor<[String]>

    /// A store that is not connected.
    ///
    /// - Parameter told: Takes what the store says, on any thread.
    package init(
        _ settings: StoreSettings, told: @escaping @Sendable (StoreSession, StoreEvent) -> Void
    ) {
        self.settings = settings
        self.told = told
        servers = Monitor(settings.servers.shuffled())
    }

    /// Does what a member asks for.
    package func execute(_ command: StoreCommand, in session: StoreSession) {
        switch command {
        case .open(let trial):
            wanted.withLock { $0 = session }
            run(session) { $0.open(session, trying: trial) }
        case .close:
            wanted.withLock { $0 = nil }
            close(session)
        case .follow, .write, .read, .measure, .erase, .keep, .nextPlays:
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

    /// Opens a connection to the first server that has the state. What is wrong with each is told
    /// in the order of the config.
    private func open(_ session: StoreSession, trying trial: Int) {
        var errors: [String: NATSError] = [:]
        for address in servers.withLock({ $0 }) {
            guard wanted.withLock({ $0 == session }) else { return }
            servers.withLock { $0 = $0.filter { $0 != address } + [address] }
            do throws(NATSError) {
                return try connect(session, to: address, trying: trial)
            } catch { errors[address] = error }
        }
        let told = settings.servers.compactMap { address in errors[address].map { (address, $0) } }
        self.told(session, .closed(reason: "\(NATSError.noServer(told))"))
    }

    private func connect(
        _ session: StoreSession, to address: String, trying trial: Int
    ) throws(NATSError) {
        let told = told
        let connection = try NATSConnection(
            settings, to: address, number: session, trying: trial
        ) { told(session, $0) }
        // One that was not closed, because too much waited.
        current.withLock { current -> NATSConnection? in
            defer { current = (session, connection) }
            return current?.connection
        }?.close()
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
