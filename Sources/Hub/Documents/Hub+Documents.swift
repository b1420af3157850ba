import FanOut
import JSON
import NowPlaying
import Sessions
import Stations
import Views

/// The documents that several hubs share beside stations: sessions and preferences.
extension Hub {
    /// True if sessions and preferences are the cluster's: also while it is looked for, but not
    /// once this hub goes on alone.
    var sharesDocuments: Bool { replication.map { $0.phase != .alone } ?? false }

    /// True if all members have this session. Each member has a `main` of its own.
    func isShared(_ state: SessionState) -> Bool { isShared(state.reported.id) }

    private func isShared(_ session: String) -> Bool {
        sharesDocuments && session != ListeningSession.main
    }

    var hasSharedPreferences: Bool {
        sharesDocuments && documents.present.contains(.preferences)
    }

    /// The document that a change is about; `nil` where it is about none, or is this hub's alone.
    func document(of change: SharedChange) -> SharedDocument? {
        guard sharesDocuments else { return nil }
        switch change.kind {
        case .command(.favourite, _, _), .command(.order, _, _): return .preferences
        case .command(.reconnect, _, _): return nil
        case .command(.select(let station, let stream?), _, _) where isChoice(stream, of: station):
            // The choice comes first, and then the session.
            return .preferences
        case .command(_, let session, _), .report(_, let session):
            return isShared(session) && session.isIdentifier ? .session(session) : nil
        case .playerLeft, .followers, .missing, .end: return nil
        }
    }

    /// True if a stream of the station differs from the one that was chosen before.
    private func isChoice(_ stream: String, of station: String) -> Bool {
        guard let place = store.index(of: station),
            store.configuration(of: place).streams.contains(where: { $0.id == stream })
        else { return false }
        return sessions.preferences.streams[station] != stream
    }

    // MARK: Making changes

    /// Takes a request that changes a document of the cluster. It is answered when the store has
    /// the change.
    ///
    /// - Returns: True if it is such a request.
    mutating func share(
        _ request: Request, from client: ClientID, at now: Moment, into effects: inout [Effect]
    ) -> Bool {
        guard sharesDocuments, case .success(let method) = request.method,
            let kind = SharedChange.Kind(method)
        else { return false }
        var change = SharedChange(kind, expires: now.monotonic + limits.storeAnswer)
        guard let document = document(of: change) else { return false }
        (change.client, change.request) = (client, request.id)
        if case .command(let command, let session, let sender) = kind {
            recordCommand(command, session: session, sender: sender, into: &effects)
        }
        enqueue(change, of: document, at: now, into: &effects)
        return true
    }

    mutating func enqueue(
        _ change: SharedChange, of document: SharedDocument, at now: Moment,
        into effects: inout [Effect]
    ) {
        documents.enqueue(change, of: document)
        alarms.set(.changes, at: change.expires)
        makeChanges(of: document, at: now, into: &effects)
    }

    mutating func enqueue(
        _ kind: SharedChange.Kind, of document: SharedDocument, at now: Moment,
        into effects: inout [Effect]
    ) {
        let change = SharedChange(kind, expires: now.monotonic + limits.storeAnswer)
        enqueue(change, of: document, at: now, into: &effects)
    }

    /// Makes the changes of a document that wait, up to the first that has to be written.
    mutating func makeChanges(
        of document: SharedDocument, at now: Moment, into effects: inout [Effect]
    ) {
        while let change = documents.next(of: document) {
            do throws(RequestError) {
                let then = try make(change, of: document, at: now, into: &effects)
                documents.note(then: then, of: document)
                guard documents.proposals[document] == nil else { return }
                finish(document, at: now, into: &effects)
            } catch {
                documents.finish(document)
                refuse(change, error, into: &effects)
            }
        }
    }

    /// Makes a change, and proposes what it comes to.
    ///
    /// - Returns: The screen that its sender shows next.
    private mutating func make(
        _ change: SharedChange, of document: SharedDocument, at now: Moment,
        into effects: inout [Effect]
    ) throws(RequestError) -> String? {
        if let client = change.client, clients[client] == nil { return nil }
        switch (document, change.kind) {
        case (.preferences, .missing):
            guard sessions.preferences != Preferences() else { return nil }
            propose(.preferences, SharedPreferences(sessions.preferences).exchanged, into: &effects)
        case (.preferences, .command(let command, _, let sender)):
            guard case .select(let station, let stream?) = command else {
                return try perform(change, at: now, into: &effects)
            }
            let order = SessionOrder(
                command, by: .command(from: Origin(sender: sender), by: nil))
            withSessions(at: now, into: &effects) { $0.choose(stream, of: station, order, in: &$1) }
        case (_, .command), (_, .report):
            return try perform(change, at: now, into: &effects)
        case (.session(let name), _): make(change.kind, of: name, at: now, into: &effects)
        case (.preferences, _): break
        }
        return nil
    }

    /// Does what a client asks for, here or by proposing it.
    private mutating func perform(
        _ change: SharedChange, at now: Moment, into effects: inout [Effect]
    ) throws(RequestError) -> String? {
        switch change.kind {
        case .command(let command, let session, let sender):
            let cause = Cause.command(from: Origin(sender: sender), by: change.client)
            let order = SessionOrder(command, by: cause)
            return try self.perform(order, session: session, at: now, into: &effects)?.description
        case .report(let report, let session):
            guard let client = change.client else { return nil }
            _ = try applyReport(report, of: session, from: client, at: now, into: &effects)
        case .playerLeft, .followers, .missing, .end: break
        }
        return nil
    }

    /// Makes a change of a session that no client asks for.
    private mutating func make(
        _ kind: SharedChange.Kind, of name: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let index = sessions.index(of: name), var state = sessions[index] else { return }
        let context = SessionContext(stations: store, areShared: true, at: now)
        switch kind {
        case .playerLeft(let client):
            guard state.player == client else { return }
            state = sessions.withoutPlayer(state, in: context)
        case .followers:
            guard state.hasUntoldFollowers else { return }
            state = sessions.pausedIfLeft(state, in: context)
        case .missing:
            guard !state.isUntouched, !isPresent(name) else { return }
        case .end:
            guard state.isAbandoned else { return }
            return propose(.session(name), [], into: &effects)
        case .command, .report: return
        }
        propose(state, over: nil, for: nil, at: now, into: &effects)
    }

    // MARK: Proposing

    /// Proposes a new state of a session, unless the store has the same state.
    mutating func propose(
        _ state: SessionState, over before: SessionState?, for client: ClientID?, at now: Moment,
        into effects: inout [Effect]
    ) {
        let (own, name) = (documents.own, state.reported.id)
        let shared = state.shared(by: own, for: client, at: now)
        let isKnown = before.map { $0.shared(by: own, for: client, at: now) == shared } ?? false
        guard !isKnown || !isPresent(name) else { return }
        propose(.session(name), shared.exchanged, into: &effects)
    }

    mutating func propose(
        _ document: SharedDocument, _ content: [UInt8], into effects: inout [Effect]
    ) {
        let (number, revision) = documents.propose(document)
        effects.append(.propose(number, document, content, expecting: revision))
    }

    func isPresent(_ session: String) -> Bool {
        documents.present.contains(.session(session))
    }

    // MARK: Answers

    /// Takes the outcome of a proposal from the store.
    mutating func settle(
        _ proposal: Int, _ outcome: DocumentOutcome, at now: Moment, into effects: inout [Effect]
    ) {
        guard let document = documents.document(of: proposal) else { return }
        switch outcome {
        case .stored(let revision): documents.stored(document, at: revision)
        case .refused: documents.refused(document)
        case .unsent: documents.withdraw(document)
        case .unknown:
            let change = documents.changes[document]?.first
            documents.finish(document)
            if let change { refuse(change, .unanswered, into: &effects) }
            return makeChanges(of: document, at: now, into: &effects)
        }
        goOn(with: document, at: now, into: &effects)
    }

    /// Answers the first change of a document once it was told, and makes it again where another
    /// member was first.
    mutating func goOn(
        with document: SharedDocument, at now: Moment, into effects: inout [Effect]
    ) {
        if documents.isDone(document) {
            finish(document, at: now, into: &effects)
        } else if documents.isOutrun(document) {
            documents.withdraw(document)
        } else {
            return
        }
        makeChanges(of: document, at: now, into: &effects)
    }

    /// The store is there, perhaps with another life. What it had of this hub's changes is not made
    /// again: another member may have brought it along.
    mutating func beginDocuments(at now: Moment, into effects: inout [Effect]) {
        for document in documents.stored {
            finish(document, at: now, into: &effects)
        }
        documents.begin()
    }

    private mutating func finish(
        _ document: SharedDocument, at now: Moment, into effects: inout [Effect]
    ) {
        guard let change = documents.changes[document]?.first else { return }
        documents.finish(document)
        // A stream was chosen: now the session can play it.
        if document == .preferences, case .command(.select, _, _) = change.kind {
            return pass(on: change, at: now, into: &effects)
        }
        answer(change, into: &effects)
    }

    /// Has a change made by the document that it is about now, or here.
    mutating func pass(
        on change: SharedChange, at now: Moment, into effects: inout [Effect]
    ) {
        if let document = document(of: change) {
            return enqueue(change, of: document, at: now, into: &effects)
        }
        var change = change
        do throws(RequestError) {
            change.then = try perform(change, at: now, into: &effects)
            answer(change, into: &effects)
        } catch {
            refuse(change, error, into: &effects)
        }
    }

    private func answer(_ change: SharedChange, into effects: inout [Effect]) {
        guard let client = change.client, let request = change.request else { return }
        let result = answer(then: change.then)
        effects.append(.reply(client, .result(result, of: request)))
    }

    private mutating func refuse(
        _ change: SharedChange, _ error: RequestError, into effects: inout [Effect]
    ) {
        guard let client = change.client else { return }
        if case .command(_, let session, _) = change.kind {
            tellOfRefusal(error, in: session, to: client)
        }
        guard let request = change.request else { return }
        effects.append(.reply(client, .refusal(error, of: request)))
    }

    /// Changes that the store did not take in time are refused.
    mutating func giveUpChanges(at now: Moment, into effects: inout [Effect]) {
        for change in documents.takeExpired(at: now.monotonic) {
            refuse(change, .unanswered, into: &effects)
        }
        for document in documents.waiting {
            makeChanges(of: document, at: now, into: &effects)
        }
        alarms.set(.changes, at: documents.deadline)
    }
}

extension SharedChange.Kind {
    /// `nil` for a request that changes nothing.
    fileprivate init?(_ method: Request.Method) {
        switch method {
        case .command(let command, let session, let sender):
            self = .command(command, session: session, sender: sender)
        case .report(let report, let session): self = .report(report, session: session)
        default: return nil
        }
    }
}

extension RequestError {
    /// The cluster's store did not take a change in time.
    fileprivate static var unanswered: RequestError {
        RequestError(
            .notPossibleNow,
            "NATS has not confirmed this in time: look whether it was done, and repeat it if not",
            ("limit", "cluster"))
    }
}
