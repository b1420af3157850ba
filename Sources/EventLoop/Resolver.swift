internal import Glibc

/// Looks names up on threads of its own, since a look-up may take many seconds.
///
/// The same name asked for again while it is being looked up is looked up once. A thread that is
/// stuck holds up neither the end of the loop nor that of the process.
public final class Resolver {
    /// What comes of a look-up: addresses in the system's order of preference, at least one.
    public typealias Answer = Result<[SocketAddress], ResolutionFailure>

    private let reactor: Reactor
    private let desk = LookupDesk()
    private var answers: Mailbox<LookupAnswer>?
    /// Who waits for a name.
    private var waiting: [String: [Resolution]] = [:]

    init(on reactor: Reactor) {
        self.reactor = reactor
        let desk = desk
        reactor.farewells.append { desk.close() }
    }

    /// Looks `host` up. `completion` is called once, on the loop's thread, never before this
    /// returns; not at all if the look-up is cancelled or the loop ends. A numeric host is its own
    /// answer.
    @discardableResult
    public func resolve(
        host: String, port: UInt16, completion: @escaping (Answer) -> Void
    ) -> Resolution {
        let resolution = Resolution(port: port, completion: completion)
        if let address = SocketAddress(numericHost: host, port: port) {
            reactor.atEndOfTurn { resolution.finish(.success([address])) }
        } else if let failure = ask(host) {
            reactor.atEndOfTurn { resolution.finish(.failure(failure)) }
        } else {
            waiting[host, default: []].append(resolution)
        }
        return resolution
    }

    /// Gives the name to the threads, unless they have it already.
    private func ask(_ host: String) -> ResolutionFailure? {
        // Longer than this, or with a zero in it, no name can be (RFC 1035, 2.3.4).
        guard !host.isEmpty, host.utf8.count <= 253, !host.utf8.contains(0) else {
            return .noSuchHost
        }
        guard waiting[host] == nil else { return nil }
        guard waiting.count < LoopLimits.waitingNames else { return .tooManyLookups }
        let answers = self.answers ?? makeAnswers()
        return desk.take(host, answers: answers) ? nil : .failed("no thread to look names up")
    }

    private func makeAnswers() -> Mailbox<LookupAnswer> {
        let answers = reactor.makeMailbox { [weak self] (answer: LookupAnswer) in
            self?.answered(answer)
        }
        self.answers = answers
        return answers
    }

    private func answered(_ answer: LookupAnswer) {
        for resolution in waiting.removeValue(forKey: answer.host) ?? [] {
            resolution.finish(answer.addresses)
        }
    }
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

    func finish(_ answer: Resolver.Answer) {
        let completion = completion
        self.completion = nil
        completion?(answer.map { addresses in addresses.map { $0.with(port: port) } })
    }
}

/// Why a name has no address.
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
