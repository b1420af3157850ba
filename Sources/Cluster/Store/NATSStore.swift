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
    private let current = Monitor<NATSConnection?>(nil)
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
            run(session) { $0.replace(by: nil) }
        case .follow, .write, .read, .measure, .erase, .keep, .nextPlays:
            run(session) { $0.connection(of: session)?.execute(command) }
        }
    }

    /// Gives up waiting for answers that should have come.
    package func giveUpLateAnswers() { current.withLock { $0 }?.giveUpLateAnswers() }

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
        current.withLock { $0?.number == session ? $0 : nil }
    }

    /// Opens a connection to the first server that has the state. What is wrong with each is told
    /// in the order of the config.
    private func open(_ session: StoreSession, trying trial: Int) {
        var errors: [String: NATSError] = [:]
        for address in servers.withLock({ $0 }) {
            guard wanted.withLock({ $0 == session }) else { return }
            servers.withLock { $0 = $0.filter { $0 != address } + [address] }
            do throws(NATSError) {
                let connection = try NATSConnection(
                    settings, to: address, number: session, trying: trial
                ) { [told] in told(session, $0) }
                return replace(by: connection)
            } catch { errors[address] = error }
        }
        let problems = settings.servers.compactMap { address in
            errors[address].map { (address, $0) }
        }
        told(session, .closed(reason: "\(NATSError.noServer(problems))"))
    }

    /// Ends the connection before, also one that was not closed because too much waited.
    private func replace(by connection: NATSConnection?) {
        current.withLock { current in
            defer { current = connection }
            return current
        }?.close()
    }
}
