public import NowPlaying

/// Follows a hub: events and the time in, actions out.
///
/// It subscribes and passes records on. After the end of a connection it connects again and tells
/// the hub the position up to which it holds everything. It has no clock, no thread and no socket:
/// its runner connects, sends and waits, and reports what happened.
public struct HubMachine: Sendable {
    /// The settings of a machine.
    public struct Settings: Sendable {
        /// The subscriptions, on one connection.
        public var subscriptions: [HubSubscription]
        /// The parts of records to be read. Changes of documents are always read.
        public var reading = HubMessage.Reading.documents
        /// The time after which a hub that has not answered counts as stuck.
        public var answerTime = HubMachine.answerTime
        /// The shortest and the longest wait before it connects again. A hub that restarts is
        /// missed no longer than one notices, and asking a Unix socket costs next to nothing.
        public var retry = Interval.milliseconds(250)...Interval.seconds(5)

        /// Settings for these subscriptions.
        public init(_ subscriptions: [HubSubscription]) {
            self.subscriptions = subscriptions
        }
    }

    /// Something that happened.
    public enum Event: Sendable {
        /// It is to begin.
        case started
        /// The connection that was asked for stands.
        case connected
        /// The hub sent a message.
        case received(HubMessage)
        /// The connection ended, or could not be made.
        case disconnected(HubClientError)
        /// The session of this id is to do something; `nil` for the one that always is.
        case commanded(SessionAction, session: String?)
        /// The deadline may have passed.
        case woke
        /// It is to end.
        case stopped
    }

    /// Something to be done.
    public enum Action: Equatable, Sendable {
        /// Connect to the hub.
        case connect
        /// Send this line.
        case send([UInt8])
        /// End the connection. Nothing that happens on it afterwards is to be reported.
        case disconnect
        /// Take this.
        case tell(News)
        /// All is done; with an error, where there was one.
        case end(HubClientError?)
    }

    /// A message to the program that it works for. Subscriptions are named by their places in
    /// `Settings.subscriptions`.
    public enum News: Equatable, Sendable {
        /// The hub has subscribed it. Unless `recovered`, everything follows, and records held of
        /// this subscription are void.
        case subscribed(Int, recovered: Bool)
        /// A record came.
        case updated(Int, HubRecord)
        /// All records that were present at subscribing have come, of all subscriptions.
        case synced
        /// Something happened in a session beside its documents.
        case happened(HubEvent)
        /// The hub has answered a command: with the screen to show next, or with its refusal.
        case answered(Result<JSONTree, HubRefusal>)
        /// The connection has ended; it is made again until that works.
        case interrupted(HubClientError)
    }

    private enum State {
        /// Not begun.
        case idle
        /// The hub must answer by then.
        case asking(until: Instant)
        /// Subscribed.
        case following
        /// The next attempt is then.
        case pausing(until: Instant)
        /// Over.
        case ended
    }

    /// The usual time within which a hub answers.
    public static let answerTime = Interval.seconds(10)

    private let settings: Settings
    private let path: String
    private var state = State.idle
    private var cursors: [SubscriptionCursor]
    private var attempt = 0
    /// The reason for which the hub is about to end the connection.
    private var closeReason: HubRefusal?
    private var generator: any RandomNumberGenerator & Sendable
    /// The last call of this connection; the first ones subscribe, one for each cursor.
    private var lastCall = 0

    /// A machine that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - path: The hub's address, for messages.
    ///   - generator: The source of random numbers for the waits between attempts.
    public init(
        _ settings: Settings, path: String,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.settings = settings
        self.path = path
        self.generator = generator
        cursors = settings.subscriptions.map(SubscriptionCursor.init)
    }

    /// The deadline at which it needs `Event.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        switch state {
        case .asking(let deadline), .pausing(let deadline): deadline
        case .idle, .following, .ended: nil
        }
    }

    /// The parts of the next message to be read.
    public var reading: HubMessage.Reading {
        settings.subscriptions.contains(where: \.wantsPatches) && settings.reading == .documents
            ? .changes : settings.reading
    }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func apply(_ event: Event, at now: Instant, into actions: inout [Action]) {
        if case .ended = state { return }
        switch event {
        case .started: connect(at: now, into: &actions)
        case .connected: subscribe(into: &actions)
        case .received(let message): receive(message, at: now, into: &actions)
        case .disconnected(let error): retry(after: error, at: now, into: &actions)
        case .commanded(let action, let session): command(action, session, into: &actions)
        case .woke: wake(at: now, into: &actions)
        case .stopped:
            actions.append(.disconnect)
            end(nil, into: &actions)
        }
    }

    // MARK: Connecting

    private mutating func connect(at now: Instant, into actions: inout [Action]) {
        state = .asking(until: now + settings.answerTime)
        actions.append(.connect)
    }

    private mutating func wake(at now: Instant, into actions: inout [Action]) {
        switch state {
        case .pausing(let until) where until <= now:
            connect(at: now, into: &actions)
        case .asking(let until) where until <= now:
            actions.append(.disconnect)
            let seconds = settings.answerTime.milliseconds / 1_000
            retry(after: .silent(path: path, seconds: seconds), at: now, into: &actions)
        case .idle, .asking, .following, .pausing, .ended:
            break
        }
    }

    private mutating func retry(
        after error: HubClientError, at now: Instant, into actions: inout [Action]
    ) {
        for place in cursors.indices { cursors[place].disconnected() }
        var error = error
        if case .closed(let path, nil) = error, let closeReason {
            error = .closed(path: path, reason: closeReason.message)
        }
        closeReason = nil
        if error.isLasting { return end(error, into: &actions) }
        state = .pausing(until: now + delay())
        actions.append(.tell(.interrupted(error)))
    }

    /// The wait before the next attempt: doubled with each, and spread, so that a hub that comes
    /// back is not asked by all its clients at once.
    private mutating func delay() -> Interval {
        // Doubled twenty times, every bound is long since passed.
        let doubled = settings.retry.lowerBound.milliseconds << min(attempt, 20)
        attempt += 1
        let spread = Int64.random(
            in: 0...min(settings.retry.upperBound.milliseconds, doubled), using: &generator)
        return min(settings.retry.upperBound, settings.retry.lowerBound + .milliseconds(spread))
    }

    private mutating func end(_ error: HubClientError?, into actions: inout [Action]) {
        state = .ended
        actions.append(.end(error))
    }

    // MARK: Calling

    private mutating func call(
        _ method: String, _ parameters: [String: JSONTree], into actions: inout [Action]
    ) {
        lastCall += 1
        actions.append(.send(HubRequest(id: lastCall, method, parameters).line))
    }

    private mutating func command(
        _ action: SessionAction, _ session: String?, into actions: inout [Action]
    ) {
        guard case .following = state else { return }
        var parameters = action.members
        parameters["session"] = session.map { .string($0) }
        call("command", parameters, into: &actions)
    }

    private mutating func subscribe(into actions: inout [Action]) {
        lastCall = 0
        for place in cursors.indices {
            call("subscribe", cursors[place].parameters, into: &actions)
        }
    }

    // MARK: Following

    private mutating func receive(
        _ message: HubMessage, at now: Instant, into actions: inout [Action]
    ) {
        switch message {
        case .answer(let call, .success(let result)) where cursors.indices.contains(call - 1):
            begin(call - 1, result, into: &actions)
        case .answer(let call, .failure(let refusal)) where cursors.indices.contains(call - 1):
            actions.append(.disconnect)
            retry(after: .refused(refusal), at: now, into: &actions)
        case .answer(_, let answer):
            actions.append(.tell(.answered(answer)))
        case .update(let subscription, let resume, let record):
            guard let place = place(of: subscription) else { return }
            guard let record = cursors[place].apply(record, resume) else { return }
            actions.append(.tell(.updated(place, record)))
        case .synced(let subscription, let resume):
            guard let place = place(of: subscription) else { return }
            cursors[place].synced(resume)
            guard cursors.allSatisfy(\.isSynced) else { return }
            attempt = 0
            actions.append(.tell(.synced))
        case .event(let event):
            actions.append(.tell(.happened(event)))
        case .error(let refusal):
            closeReason = refusal
        case .unknown:
            break
        }
    }

    private mutating func begin(
        _ place: Int, _ answer: JSONTree, into actions: inout [Action]
    ) {
        let recovered = answer["recovered"]?.bool
        cursors[place].subscribed(
            as: answer["subscription"]?.int, epoch: answer["epoch"]?.string ?? "",
            recovered: recovered)
        actions.append(.tell(.subscribed(place, recovered: recovered == true)))
        if cursors.allSatisfy({ $0.id != nil }) { state = .following }
    }

    private func place(of subscription: Int) -> Int? {
        cursors.firstIndex { $0.id == subscription }
    }
}
