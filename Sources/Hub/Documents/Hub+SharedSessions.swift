import FanOut
import JSON
import NowPlaying
import Sessions
import Stations

/// The news of shared sessions, preferences and followers.
extension Hub {
    mutating func applyNews(_ news: DocumentNews, at now: Moment, into effects: inout [Effect]) {
        guard replication != nil, stopsBy == nil else { return }
        switch news {
        case .members(let own, let members):
            membersChanged(own, members, at: now, into: &effects)
        case .changed(let document, let content, let revision):
            documentChanged(document, content, at: revision, now: now, into: &effects)
        case .erased(let document): documents.forget(document)
        case .filled: documentsTold(at: now, into: &effects)
        case .answered(let proposal, let outcome):
            settle(proposal, outcome, at: now, into: &effects)
        }
    }

    // MARK: What is told

    private mutating func documentChanged(
        _ document: SharedDocument, _ content: [UInt8]?, at revision: Revision, now: Moment,
        into effects: inout [Effect]
    ) {
        fanOut.advance(to: revision)
        let isNews = documents.isTold
        documents.told(document, isThere: content != nil, at: revision)
        switch document {
        case .preferences:
            if let content { adopt(preferences: content, isNews: isNews, at: now, into: &effects) }
        case .session(let name):
            if let content {
                adopt(content, as: name, at: now, into: &effects)
            } else {
                sessionEnded(name, at: now, into: &effects)
            }
        }
        goOn(with: document, at: now, into: &effects)
    }

    private mutating func adopt(
        preferences content: [UInt8], isNews: Bool, at now: Moment, into effects: inout [Effect]
    ) {
        guard let shared = SharedPreferences(exchanged: content, using: scratch.parser),
            shared.preferences != sessions.preferences
        else { return }
        let cause = Cause.command(from: Origin(sender: shared.sender), by: nil)
        withSessions(at: now, into: &effects) {
            $0.adopt(shared.preferences, by: cause, isNews: isNews, in: &$1)
        }
    }

    private mutating func adopt(
        _ content: [UInt8], as name: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let shared = SharedSession(exchanged: content, using: scratch.parser),
            shared.reported.id == name, shared.requested.id == name
        else { return }
        let (own, members) = (documents.own, documents.members)
        let adopted = withSessions(at: now, into: &effects) {
            $0.adopt(shared, by: own, among: members, in: &$1)
        }
        guard let index = adopted else { return }
        tellFollowers(of: index, at: now, into: &effects)
        tellPlayerLeft(of: index, at: now, into: &effects)
    }

    /// A session is over for the whole cluster. Where it has followers that the others do not know
    /// of yet, it goes on.
    private mutating func sessionEnded(
        _ name: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let index = sessions.index(of: name), let state = sessions[index] else { return }
        if state.isAbandoned, state.ends != nil {
            return withSessions(at: now, into: &effects) { $0.end(index, in: &$1) }
        }
        enqueue(.missing, of: .session(name), at: now, into: &effects)
    }

    private mutating func documentsTold(at now: Moment, into effects: inout [Effect]) {
        documents.told()
        shareWhatIsMissing(at: now, into: &effects)
        for index in sessions.all {
            tellFollowers(of: index, at: now, into: &effects)
            tellPlayerLeft(of: index, at: now, into: &effects)
        }
        for document in documents.waiting {
            makeChanges(of: document, at: now, into: &effects)
        }
    }

    /// Offers the store the documents that it lacks: the store has lost them, or has never had
    /// them.
    mutating func shareWhatIsMissing(at now: Moment, into effects: inout [Effect]) {
        guard sharesDocuments, documents.isTold else { return }
        if !documents.present.contains(.preferences) {
            enqueue(.missing, of: .preferences, at: now, into: &effects)
        }
        for index in sessions.all {
            guard let state = sessions[index], isShared(state), !isPresent(state.reported.id) else {
                continue
            }
            enqueue(.missing, of: .session(state.reported.id), at: now, into: &effects)
        }
    }

    /// Tells the cluster whether this hub has followers of a session, where that is news.
    mutating func tellFollowers(
        of index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let state = sessions[index], isShared(state), state.hasUntoldFollowers else { return }
        let document = SharedDocument.session(state.reported.id)
        guard documents.isTold, documents.present.contains(document),
            !documents.tellsFollowers(of: document)
        else { return }
        enqueue(.followers, of: document, at: now, into: &effects)
    }

    /// Tells the cluster that a session's player is gone, which it could not be told in time.
    private mutating func tellPlayerLeft(
        of index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let state = sessions[index], isShared(state), let player = state.player,
            clients[player] == nil, documents.isTold
        else { return }
        playerLeft(player, of: index, at: now, into: &effects)
    }

    private mutating func membersChanged(
        _ own: String, _ members: Set<String>, at now: Moment, into effects: inout [Effect]
    ) {
        documents.own = own
        documents.members = members
        withSessions(at: now, into: &effects) { $0.membersChanged(to: members, in: &$1) }
    }

    // MARK: The end

    /// The player's connection of a shared session is gone.
    mutating func playerLeft(
        _ client: ClientID, of index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let name = sessions[index]?.reported.id else { return }
        enqueue(.playerLeft(client), of: .session(name), at: now, into: &effects)
    }

    /// A shared session has been abandoned for long: it is over where the others agree.
    mutating func endShared(
        _ index: SessionIndex, at now: Moment, into effects: inout [Effect]
    ) {
        guard let name = sessions[index]?.reported.id, isPresent(name) else {
            return withSessions(at: now, into: &effects) { $0.end(index, in: &$1) }
        }
        withSessions(at: now, into: &effects) { $0.postponeEnd(of: index, in: &$1) }
        enqueue(.end, of: .session(name), at: now, into: &effects)
    }

    /// The cluster is gone: what waits for it is done here.
    mutating func shareNothing(at now: Moment, into effects: inout [Effect]) {
        replication?.phase = .alone
        for change in documents.takeAll() {
            if case .playerLeft = change.kind { continue }
            pass(on: change, at: now, into: &effects)
        }
        let clients = clients
        withSessions(at: now, into: &effects) {
            $0.goAlone({ clients[$0] != nil }, in: &$1)
        }
    }
}
