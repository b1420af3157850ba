public import HubClient
public import NowPlaying
public import Shell

/// Follows a hub for `nphub watch`: a `HubMachine` with a printer.
///
/// It prints no record twice, whether the hub sends only new ones or, after a restart, all of them.
public struct WatchMachine {
    /// The settings of a watch.
    public struct Settings: Sendable {
        /// The subscription.
        public var subscription: HubSubscription
        /// A second subscription, on the same connection.
        public var companion: HubSubscription?
        /// The screen that the formats `table` and `screen` draw on.
        public var screen = ScreenForm()
        /// The format of the output.
        public var format: WatchFormat
        /// The program that is run with each record, in place of output.
        public var program: WatchProgram?
        /// True if only the present state is wanted.
        public var endsWhenSynced = false

        /// Settings of one that goes on.
        public init(_ subscription: HubSubscription, format: WatchFormat) {
            self.subscription = subscription
            self.format = format
        }
    }

    /// Something that happened.
    public enum Input: Sendable {
        /// It is to begin.
        case started
        /// The connection that was asked for stands.
        case connected
        /// The hub sent a message; of a record that is printed as it is, here is its text.
        case received(HubMessage, RecordText)
        /// The connection ended, or could not be made.
        case disconnected(HubClientError)
        /// Something else came, from the hub or the user.
        case took(WatchInput)
        /// A deadline may have passed.
        case woke
        /// The reader of what is printed is slow, and has enough to read.
        case readerBlocked
        /// The reader has read it.
        case readerDrained
        /// The user has enough, or the reader has gone.
        case interrupted
    }

    /// Something to be done.
    public enum Action: Equatable, Sendable {
        /// Connect to the hub.
        case connect
        /// Send this line.
        case send([UInt8])
        /// End the connection. Nothing that happens on it afterwards is to be reported.
        case disconnect
        /// Print this.
        case print([UInt8])
        /// Run the program.
        case run(WatchJob)
        /// Say this to the user, beside what is printed.
        case say(String)
        /// All is done; with an error, where there was one.
        case end(HubClientError?)
    }

    private let settings: Settings
    private let path: String
    private var hub: HubMachine
    private var printer: any WatchPrinter
    private var jobs: WatchJobs?
    private var hasEnded = false
    /// The user has been told that there is no connection.
    private var hasComplained = false
    /// True if the reader is slow: output that only time has changed can wait.
    private var isReaderBlocked = false

    /// A watch that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - path: The hub's socket, for messages.
    ///   - generator: The source of random numbers for the waits between attempts.
    public init(
        _ settings: Settings, path: String, generator: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        self.path = path
        var following = HubMachine.Settings(
            [settings.subscription, settings.companion].compactMap(\.self))
        let readsHeads = settings.format == .jsonl && settings.program?.hasFields != true
        following.reading = readsHeads ? .heads : .documents
        hub = HubMachine(following, path: path, generator: generator)
        printer = settings.format.printer(for: settings)
        jobs = settings.program.map { WatchJobs($0, runsAtStart: settings.endsWhenSynced) }
    }

    /// The deadline at which it needs `Input.woke`, if nothing happens before.
    public var nextDeadline: Instant? {
        if hasEnded { return nil }
        let deadlines = [hub.nextDeadline, isReaderBlocked ? nil : printer.nextDeadline]
        return deadlines.compactMap(\.self).min()
    }

    /// The parts of the next message to be read.
    public var reading: HubMessage.Reading { hub.reading }

    /// Takes an event that happened at `now`, and appends what is to be done about it.
    public mutating func apply(_ event: Input, at now: Moment, into actions: inout [Action]) {
        if hasEnded { return }
        switch event {
        case .started:
            print(printer.beginning, into: &actions)
            follow(.started, at: now, into: &actions)
        case .connected:
            follow(.connected, at: now, into: &actions)
        case .received(let message, let text):
            follow(.received(message), text, at: now, into: &actions)
        case .disconnected(let error):
            follow(.disconnected(error), at: now, into: &actions)
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
            follow(.stopped, at: now, into: &actions)
        }
    }

    private mutating func wake(at now: Moment, into actions: inout [Action]) {
        if !isReaderBlocked { print(printer.woke(at: now), into: &actions) }
        follow(.woke, at: now, into: &actions)
    }

    private mutating func react(
        to input: WatchInput, at now: Moment, into actions: inout [Action]
    ) {
        let reaction = printer.took(input, at: now)
        print(reaction.output, into: &actions)
        if let command = reaction.command {
            let session = settings.subscription.query.sessionName
            // A client that watches sends one command at a time.
            follow(.called(.command(command, to: session), as: 0), at: now, into: &actions)
        }
        if reaction.isEnough { follow(.stopped, at: now, into: &actions) }
    }

    // MARK: The hub

    private mutating func follow(
        _ event: HubMachine.Event, _ text: RecordText = .unread, at now: Moment,
        into actions: inout [Action]
    ) {
        var wanted: [HubMachine.Action] = []
        hub.apply(event, at: now.monotonic, into: &wanted)
        for action in wanted where !hasEnded {
            switch action {
            case .connect: actions.append(.connect)
            case .send(let line): actions.append(.send(line))
            case .disconnect: actions.append(.disconnect)
            case .tell(let news): apply(news, text, at: now, into: &actions)
            case .end(let error): end(error, into: &actions)
            }
        }
    }

    private mutating func apply(
        _ news: HubMachine.News, _ text: RecordText, at now: Moment, into actions: inout [Action]
    ) {
        switch news {
        case .subscribed(_, let recovered):
            printer.subscribed(isAnew: !recovered)
        case .updated(_, let record):
            update(WatchedRecord(record, text), at: now, into: &actions)
        case .synced(_, let isAll):
            if isAll { synced(at: now, into: &actions) }
        case .happened(let event):
            if let input = WatchInput(event) { react(to: input, at: now, into: &actions) }
        case .answered(_, .success(let answer)):
            react(to: .answered(.success(answer["then"]?.string)), at: now, into: &actions)
        case .answered(_, .failure(.refused(let refusal))):
            react(to: .answered(.failure(refusal)), at: now, into: &actions)
        case .answered, .told, .refused:
            // An interruption says that there is no hub. The rest is not asked for.
            break
        case .interrupted(let error):
            interrupted(by: error, at: now, into: &actions)
        }
    }

    private mutating func update(
        _ record: WatchedRecord, at now: Moment, into actions: inout [Action]
    ) {
        let bytes = printer.updated(record, at: now)
        guard jobs != nil else { return print(bytes, into: &actions) }
        guard !bytes.isEmpty, let job = jobs?.job(for: record, bytes, at: now) else { return }
        actions.append(.run(job))
    }

    private mutating func synced(at now: Moment, into actions: inout [Action]) {
        print(printer.synced(at: now), into: &actions)
        jobs?.synced()
        if settings.endsWhenSynced {
            actions.append(.disconnect)
            return end(nil, into: &actions)
        }
        guard hasComplained else { return }
        hasComplained = false
        actions.append(.say("connected to the hub at \(path)"))
    }

    private mutating func interrupted(
        by error: HubClientError, at now: Moment, into actions: inout [Action]
    ) {
        if settings.endsWhenSynced { return end(error, into: &actions) }
        print(printer.disconnected("\(error)", at: now), into: &actions)
        guard !hasComplained else { return }
        hasComplained = true
        actions.append(.say("\(error); trying again until it works"))
    }

    private mutating func end(_ error: HubClientError?, into actions: inout [Action]) {
        hasEnded = true
        print(printer.ending, into: &actions)
        actions.append(.end(error))
    }

    private func print(_ bytes: [UInt8], into actions: inout [Action]) {
        if !bytes.isEmpty { actions.append(.print(bytes)) }
    }
}

extension WatchInput {
    /// The input of a printer for an event; `nil` for one that does not concern it.
    fileprivate init?(_ event: HubEvent) {
        guard let template = event.present else { return nil }
        self = event.alert.map { .alerted($0.titleVariants) } ?? .invited(to: template)
    }
}
