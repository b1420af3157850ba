public import Hub
public import NowPlaying

/// Follows a hub: what happens and the time in, what is to be done out.
///
/// It subscribes, prints what comes, and after the end of a connection comes back, telling the hub
/// up to where it holds everything. What was printed once is not printed again, whether the hub
/// sends only what is new or, after a restart, all of it. Which position it may tell is the last
/// `resume` since a `synced`: before that, stations may be missing whatever the numbers say.
public struct WatchSession {
    /// What it is to do.
    public struct Settings: Sendable {
        /// What to subscribe to.
        public var request: WatchRequest
        /// What to subscribe to besides, on the same connection. Who holds two documents is told
        /// both anew after an interruption.
        public var companion: WatchRequest?
        /// What the format `screen` draws on.
        public var screen = ScreenForm()
        /// How to print it.
        public var format: WatchFormat
        /// The present state is all that is wanted.
        public var endsWhenSynced = false

        /// Settings of one that goes on.
        public init(request: WatchRequest, format: WatchFormat) {
            self.request = request
            self.format = format
        }
    }

    /// Something that happened.
    public enum Event: Sendable {
        /// It is to begin.
        case started
        /// The connection that was asked for stands.
        case connected
        /// The hub has subscribed it.
        case subscribed(epoch: String, recovered: Bool?)
        /// The hub has not.
        case refused(HubRefusal)
        /// A record came.
        case updated(WatchedRecord, resume: Int)
        /// All that was there at the subscription has come.
        case synced(resume: Int)
        /// The connection ended, or could not be made.
        case disconnected(HubClientError)
        /// Something else came, from the hub or the user.
        case took(WatchInput)
        /// A deadline may have passed.
        case woke
        /// Whoever reads what is printed is slow, and has enough to read.
        case readerBlocked
        /// They have read it.
        case readerDrained
        /// The user has enough, or nobody reads what is printed.
        case interrupted
    }

    /// Something to be done.
    public enum Action: Equatable, Sendable {
        /// Connect to the hub.
        case connect
        /// Subscribe with these parameters.
        case subscribe([UInt8])
        /// Send a command with these parameters.
        case command([UInt8])
        /// End the connection. Nothing that happens on it afterwards is to be reported.
        case disconnect
        /// Print this.
        case print([UInt8])
        /// Say this to the user, beside what is printed.
        case say(String)
        /// All is done; with an error, where there was one.
        case end(HubClientError?)
    }

    private enum State {
        /// Not begun.
        case idle
        /// The hub must answer by then.
        case asking(until: Instant)
        /// Subscribed; not all that was there has come.
        case catchingUp
        /// Subscribed, and all that was there has come.
        case following
        /// The next attempt is then.
        case pausing(until: Instant)
        /// Over.
        case ended
    }

    /// How long a hub may take to answer before it counts as stuck.
    public static let answerTime = Interval.seconds(10)

    private let settings: Settings
    private let path: String
    private var state = State.idle
    private var backoff: WatchBackoff
    private var printer: any WatchPrinter
    private var epoch = ""
    /// Up to where everything is held.
    private var position: WatchPosition?
    /// How many subscriptions have not told all that was there.
    private var awaited = 0
    /// The user has been told that there is no connection.
    private var hasComplained = false
    /// What only time has changed can wait until there is somebody to read it.
    private var isReaderBlocked = false

    /// A session that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - path: The hub's socket, for messages.
    ///   - generator: What chance is made of.
    public init(_ settings: Settings, path: String, generator: SeededGenerator) {
        self.settings = settings
        self.path = path
        backoff = WatchBackoff(generator: generator)
        printer = settings.format.printer(for: settings)
    }

    /// When it wants `Event.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        switch state {
        case .asking(let deadline), .pausing(let deadline):
            printerDeadline.map { min($0, deadline) } ?? deadline
        case .catchingUp, .following: printerDeadline
        case .idle, .ended: nil
        }
    }

    private var printerDeadline: Instant? { isReaderBlocked ? nil : printer.nextDeadline }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func handle(_ event: Event, at now: Moment, into actions: inout [Action]) {
        if case .ended = state { return }
        switch event {
        case .started:
            print(printer.beginning, into: &actions)
            connect(at: now.monotonic, into: &actions)
        case .connected:
            subscribe(into: &actions)
        case .subscribed(let epoch, let recovered):
            begin(epoch, recovered: recovered)
        case .refused(let refusal):
            actions.append(.disconnect)
            retry(after: .refused(refusal), at: now, into: &actions)
        case .updated(let record, let resume):
            note(resume)
            print(printer.updated(record, at: now), into: &actions)
        case .synced(let resume):
            synced(resume, at: now, into: &actions)
        case .disconnected(let error):
            retry(after: error, at: now, into: &actions)
        case .woke:
            wake(at: now, into: &actions)
        case .readerBlocked:
            isReaderBlocked = true
        case .readerDrained:
            isReaderBlocked = false
            wake(at: now, into: &actions)
        case .took(let input):
            react(to: input, at: now, into: &actions)
        case .interrupted:
            actions.append(.disconnect)
            end(nil, into: &actions)
        }
    }

    private mutating func react(
        to input: WatchInput, at now: Moment, into actions: inout [Action]
    ) {
        let reaction = printer.took(input, at: now)
        print(reaction.output, into: &actions)
        if let command = reaction.command { actions.append(.command(command)) }
        guard reaction.isEnough else { return }
        actions.append(.disconnect)
        end(nil, into: &actions)
    }

    // MARK: Connecting

    private mutating func connect(at now: Instant, into actions: inout [Action]) {
        state = .asking(until: now + Self.answerTime)
        actions.append(.connect)
    }

    private mutating func wake(at now: Moment, into actions: inout [Action]) {
        if !isReaderBlocked { print(printer.woke(at: now), into: &actions) }
        switch state {
        case .pausing(let until) where until <= now.monotonic:
            connect(at: now.monotonic, into: &actions)
        case .asking(let until) where until <= now.monotonic:
            actions.append(.disconnect)
            let seconds = Self.answerTime.milliseconds / 1_000
            retry(after: .silent(path: path, seconds: seconds), at: now, into: &actions)
        case .idle, .asking, .catchingUp, .following, .pausing, .ended:
            break
        }
    }

    private mutating func retry(
        after error: HubClientError, at now: Moment, into actions: inout [Action]
    ) {
        if error.isLasting || settings.endsWhenSynced { return end(error, into: &actions) }
        state = .pausing(until: now.monotonic + backoff.next())
        print(printer.disconnected("\(error)", at: now), into: &actions)
        guard !hasComplained else { return }
        hasComplained = true
        actions.append(.say("\(error); trying again until it works"))
    }

    private mutating func end(_ error: HubClientError?, into actions: inout [Action]) {
        state = .ended
        print(printer.ending, into: &actions)
        actions.append(.end(error))
    }

    // MARK: Following

    private mutating func subscribe(into actions: inout [Action]) {
        let requests = [settings.request, settings.companion].compactMap(\.self)
        awaited = requests.count
        for request in requests { actions.append(.subscribe(request.parameters(since: position))) }
    }

    private mutating func begin(_ epoch: String, recovered: Bool?) {
        state = .catchingUp
        self.epoch = epoch
        printer.subscribed(isAnew: recovered != true)
        if recovered == false { position = nil }
    }

    private mutating func synced(
        _ resume: Int, at now: Moment, into actions: inout [Action]
    ) {
        awaited -= 1
        guard awaited <= 0 else { return }
        state = .following
        note(resume)
        print(printer.synced(at: now), into: &actions)
        backoff.reset()
        if settings.endsWhenSynced {
            actions.append(.disconnect)
            return end(nil, into: &actions)
        }
        guard hasComplained else { return }
        hasComplained = false
        actions.append(.say("connected to the hub at \(path)"))
    }

    private mutating func note(_ resume: Int) {
        guard case .following = state, settings.companion == nil else { return }
        position = WatchPosition(epoch: epoch, revision: resume)
    }

    private func print(_ bytes: [UInt8], into actions: inout [Action]) {
        if !bytes.isEmpty { actions.append(.print(bytes)) }
    }
}
