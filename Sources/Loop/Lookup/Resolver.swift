internal import CLibwebsockets

/// Looks names up on threads of its own, since a look-up may take many seconds.
///
/// The same name asked for again while it is being looked up is looked up once. An answer that
/// comes when all who asked have given up is kept for a moment, for those who ask again. A thread
/// that is stuck holds up neither the end of the loop nor that of the process.
public final class Resolver {
    /// The result of a look-up: addresses in the system's order of preference, at least one.
    public typealias Answer = Result<[SocketAddress], ResolutionFailure>

    private let reactor: Reactor
    private let lookUp: (String, Mailbox<LookupAnswer>) -> Bool
    private var schedule: LookupSchedule
    /// Lets the next name begin when those before it are slow.
    private var timer: LoopTimer?
    private var answers: Mailbox<LookupAnswer>?
    /// The look-ups of each name that is to be looked up.
    private var waiting: [String: [Resolution]] = [:]
    /// Answers that came too late, and until when they count.
    private var late: [String: (addresses: [SocketAddress], end: UInt64)] = [:]

    /// - Parameter lookUp: Starts the look-up of a name on a thread; false if there is none.
    init(
        on reactor: Reactor, lookUp: @escaping (String, Mailbox<LookupAnswer>) -> Bool
    ) {
        self.reactor = reactor
        self.lookUp = lookUp
        schedule = LookupSchedule(lookups: reactor.descriptors.lookups)
    }

    /// Looks `host` up. `completion` is called once, on the loop's thread, never before this
    /// returns; not at all if the look-up is cancelled or the loop ends. A numeric host is its own
    /// answer.
    @discardableResult
    public func resolve(
        host: String, port: UInt16, completion: @escaping (Answer) -> Void
    ) -> Resolution {
        let resolution = Resolution(port: port, completion: completion)
        if let answer = knownAnswer(host) ?? refusal(of: host) {
            reactor.atEndOfTurn { resolution.finish(answer) }
            return resolution
        }
        if waiting[host] == nil { schedule.add(host, at: now) }
        waiting[host] = (waiting[host] ?? []).filter { !$0.isOver } + [resolution]
        startLookups()
        return resolution
    }

    private func knownAnswer(_ host: String) -> Answer? {
        if let address = SocketAddress(numericHost: host, port: 0) { return .success([address]) }
        guard let answer = late[host], answer.end > now else { return nil }
        return .success(answer.addresses)
    }

    /// The reason why a name is not looked up, if it is not.
    private func refusal(of host: String) -> Answer? {
        // Longer than this, or with a zero in it, no name can be (RFC 1035, 2.3.4).
        guard !host.isEmpty, host.utf8.count <= 253, !host.utf8.contains(0) else {
            return .failure(.noSuchHost)
        }
        guard waiting[host] != nil || waiting.count < LoopLimits.waitingNames else {
            return .failure(.tooManyLookups)
        }
        return nil
    }

    private func startLookups() {
        let answers = self.answers ?? makeAnswers()
        while let host = schedule.next(at: now) {
            if lookUp(host, answers) { continue }
            let failure = ResolutionFailure.failed("no thread to look names up")
            answers.post(LookupAnswer(host: host, addresses: .failure(failure)))
        }
        guard let deadline = schedule.deadline(at: now) else { return }
        let timer = self.timer ?? LoopTimer(on: reactor) { [weak self] in self?.startLookups() }
        self.timer = timer
        timer.arm(afterMilliseconds: deadline - min(now, deadline))
    }

    private func makeAnswers() -> Mailbox<LookupAnswer> {
        let answers = reactor.makeMailbox { [weak self] (answer: LookupAnswer) in
            self?.answered(answer)
        }
        self.answers = answers
        return answers
    }

    private func answered(_ answer: LookupAnswer) {
        schedule.ended(answer.host, isAnswered: answer.isAnswered, at: now)
        let resolutions = waiting.removeValue(forKey: answer.host) ?? []
        if resolutions.allSatisfy(\.isOver) { keep(answer) }
        for resolution in resolutions {
            resolution.finish(answer.addresses)
        }
        startLookups()
    }

    private func keep(_ answer: LookupAnswer) {
        late = late.filter { $0.value.end > now }
        guard case .success(let addresses) = answer.addresses else { return }
        late[answer.host] = (addresses, now + LoopLimits.lateAnswerMilliseconds)
    }

    /// The loop's clock.
    private var now: UInt64 { uv_now(reactor.uv) }
}

/// A look-up under way.
public final class Resolution {
    private let port: UInt16
    private var completion: ((Resolver.Answer) -> Void)?

    init(port: UInt16, completion: @escaping (Resolver.Answer) -> Void) {
        self.port = port
        self.completion = completion
    }

    /// The completion is not called any more.
    public func cancel() {
        completion = nil
    }

    /// It was answered, or cancelled.
    var isOver: Bool { completion == nil }

    func finish(_ answer: Resolver.Answer) {
        let completion = completion
        self.completion = nil
        completion?(answer.map { addresses in addresses.map { $0.with(port: port) } })
    }
}

/// The reason why a name has no address.
public enum ResolutionFailure: Error, Hashable, Sendable {
    /// There is no such name, or it has no address.
    case noSuchHost
    /// The name servers did not answer; they may later.
    case temporary
    /// Too many names are waiting already.
    case tooManyLookups
    /// Anything else, in the system's words.
    case failed(String)
}

extension ResolutionFailure: CustomStringConvertible {
    /// The failure in plain words, for people.
    public var description: String {
        switch self {
        case .noSuchHost: "no such host"
        case .temporary: "name servers do not answer"
        case .tooManyLookups: "too many names are being looked up"
        case .failed(let message): message
        }
    }
}
