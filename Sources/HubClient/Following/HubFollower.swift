import NowPlaying

/// Follows a hub on the thread that calls it: a `HubMachine` with a transport and a clock.
///
/// A program with an event loop of its own uses the machine itself.
public final class HubFollower {
    private let transport: any HubTransport
    private var machine: HubMachine
    private var lines = LineSplitter()
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private var news: [HubMachine.News] = []
    private var end: Result<Void, HubClientError>?
    private var isConnected = false

    /// A follower that has not begun.
    public init(
        _ settings: HubMachine.Settings, over transport: any HubTransport
    ) {
        self.transport = transport
        machine = HubMachine(settings, path: transport.path)
        began = clock.now
    }

    /// Follows the hub, and comes back to it whenever the connection ends.
    ///
    /// - Parameter take: Takes what comes; follows no longer once it gives `false`.
    public func run(_ take: (HubMachine.News) -> Bool) throws(HubClientError) {
        tell(.started)
        while true {
            while !news.isEmpty {
                guard take(news.removeFirst()) else { return transport.disconnect() }
            }
            if let end { return try end.get() }
            wait()
        }
    }

    /// Sends a command to a session, `main` where none is named; its answer comes as news. While
    /// there is no hub, commands are dropped.
    public func send(_ action: SessionAction, to session: String? = nil) {
        tell(.commanded(action, session: session))
    }

    private var now: Instant {
        let passed = (clock.now - began).components
        return Instant(
            milliseconds: passed.seconds * 1_000 + passed.attoseconds / 1_000_000_000_000_000)
    }

    private var remaining: Interval? {
        machine.nextDeadline.map { max(.zero, $0 - now) }
    }

    private func wait() {
        do throws(HubClientError) {
            let bytes = try transport.receive(within: remaining)
            for line in try lines.lines(with: bytes, from: transport.path) where isConnected {
                read(line)
            }
            tell(.woke)
        } catch {
            lost(error)
        }
    }

    private func read(_ line: [UInt8]) {
        do {
            tell(.received(try HubMessage(line, reading: machine.reading)))
        } catch {
            lost(.unintelligible(path: transport.path, problem: "it sent what is not a message"))
        }
    }

    private func lost(_ error: HubClientError) {
        disconnect()
        tell(.disconnected(error))
    }

    private func disconnect() {
        transport.disconnect()
        isConnected = false
        lines = LineSplitter()
    }

    private func tell(_ event: HubMachine.Event) {
        var actions: [HubMachine.Action] = []
        machine.apply(event, at: now, into: &actions)
        for action in actions { execute(action) }
    }

    private func execute(_ action: HubMachine.Action) {
        do throws(HubClientError) {
            switch action {
            case .connect:
                try transport.connect()
                isConnected = true
                tell(.connected)
            case .send(let line): try transport.send(line)
            case .disconnect: disconnect()
            case .tell(let news): self.news.append(news)
            case .end(let error): end = error.map { .failure($0) } ?? .success(())
            }
        } catch {
            lost(error)
        }
    }
}

/// Makes lines of bytes that come in pieces.
struct LineSplitter {
    private var rest: [UInt8] = []

    /// The lines that are whole with these bytes, without their ends; throws where one is longer
    /// than a message may be.
    mutating func lines(
        with bytes: [UInt8], from path: String
    ) throws(HubClientError) -> [[UInt8]] {
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        parts[0] = (rest + parts[0])[...]
        guard parts.allSatisfy({ $0.count <= HubMessage.lengthMax }) else {
            let problem = "it sent a line of more than \(HubMessage.lengthMax) bytes"
            throw .unintelligible(path: path, problem: problem)
        }
        rest = Array(parts.removeLast())
        return parts.filter { !$0.isEmpty }.map(Array.init)
    }
}
