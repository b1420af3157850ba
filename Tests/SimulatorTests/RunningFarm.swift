import Loop
import Foundation
import Synchronization

@testable import Simulator

/// A farm on a loop in a thread of its own, for tests that wait for it.
final class RunningFarm: Sendable {
    private typealias Letter = @Sendable (StationFarm, EventLoop) -> Void

    private struct Start: Sendable {
        let mailbox: Mailbox<Letter>
        let urls: [String]
        let port: UInt16
        let fingerprint: String?
    }

    private let start: Start
    private let ended: DispatchSemaphore

    /// The address of each station, in the configuration's order.
    var urls: [String] { start.urls }
    var port: UInt16 { start.port }
    var fingerprint: String? { start.fingerprint }

    init(_ configuration: FarmConfiguration) throws {
        let outcome = Outcome<Start>()
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Self.run(configuration, outcome)
            ended.signal()
        }
        start = try outcome.wait()
        self.ended = ended
    }

    private static func run(_ configuration: FarmConfiguration, _ outcome: Outcome<Start>) {
        do {
            let loop = try EventLoop()
            let farm = try StationFarm(loop: loop, configuration: configuration)
            let mailbox = loop.makeMailbox { (letter: Letter) in letter(farm, loop) }
            outcome.resolve(
                .success(
                    Start(
                        mailbox: mailbox, urls: farm.stations.map { farm.url(of: $0) },
                        port: farm.port, fingerprint: farm.fingerprint)))
            loop.run()
        } catch {
            outcome.resolve(.failure(error))
        }
    }

    /// Does something with the farm on its thread, and waits for it.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (StationFarm) -> Result
    ) throws -> Result {
        let outcome = Outcome<Result>()
        start.mailbox.post { farm, _ in outcome.resolve(.success(body(farm))) }
        return try outcome.wait()
    }

    /// Ends the loop and waits until its thread is done.
    func stop() {
        start.mailbox.post { farm, loop in
            farm.close()
            loop.stop()
        }
        _ = ended.wait(timeout: .now() + 5)
    }
}

/// A result that another thread delivers once.
private final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func resolve(_ result: Result<Value, any Error>) {
        value.withLock { $0 = result }
        isThere.signal()
    }

    func wait() throws -> Value {
        guard isThere.wait(timeout: .now() + 5) == .success,
            let result = value.withLock({ $0 })
        else { throw POSIXError(.ETIMEDOUT) }
        return try result.get()
    }
}
