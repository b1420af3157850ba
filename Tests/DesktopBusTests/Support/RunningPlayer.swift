import Shell
import Loop
import Foundation
import NowPlaying
import Synchronization
import TestSupport
import Testing
import Views

/// A player on a loop in a thread of its own, whose clock the test sets.
final class RunningPlayer: Sendable {
    static let name = PrivateBus.player
    static let path = PrivateBus.path

    private typealias Letter = @Sendable (MediaPlayerService, EventLoop) -> Void

    private struct State: Sendable {
        var now = Radio.now
        var commands: [SessionCommand] = []
        var notices: [MediaPlayerNotice] = []
        var mailbox: Mailbox<Letter>?
        var failure: String?
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(at address: String?) throws {
        let started = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            do {
                try run(at: address) { started.signal() }
            } catch {
                state.withLock { $0.failure = "\(error)" }
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        try #require(state.withLock { $0.failure } == nil)
    }

    /// One that is on the bus already.
    static func published(on bus: PrivateBus) throws -> RunningPlayer {
        let player = try RunningPlayer(at: bus.address)
        try player.wait { !$0.isEmpty }
        return player
    }

    private func run(at address: String?, started: () -> Void) throws {
        let loop = try EventLoop()
        let service = MediaPlayerService(
            on: loop, address: address, now: { self.state.withLock { $0.now } },
            noticed: { notice in self.state.withLock { $0.notices.append(notice) } },
            onCommand: { command in self.state.withLock { $0.commands.append(command) } })
        let mailbox = loop.makeMailbox { (letter: Letter) in letter(service, loop) }
        state.withLock { $0.mailbox = mailbox }
        service.start()
        started()
        loop.run()
        service.end()
    }

    private func post(_ letter: @escaping Letter) {
        state.withLock { $0.mailbox }?.post(letter)
    }

    /// Shows what is heard of a scene, and waits until that is done.
    func show(_ scene: SessionSnapshot) {
        let done = DispatchSemaphore(value: 0)
        let now = state.withLock { $0.now }
        post { service, _ in
            service.show(MediaPlayer(of: scene), at: now)
            done.signal()
        }
        done.wait()
    }

    /// Lets time pass.
    func pass(_ length: Interval) {
        state.withLock { $0.now = $0.now + length }
    }

    var now: Timestamp { state.withLock { $0.now } }
    var notices: [MediaPlayerNotice] { state.withLock { $0.notices } }

    /// Returns the commands since the last call.
    func takeCommands() -> [SessionCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Waits until something holds of the notices.
    func wait(until isTrue: ([MediaPlayerNotice]) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 10)
        while !isTrue(notices) {
            try #require(deadline.timeIntervalSinceNow > 0, "not in time: \(notices)")
            usleep(2_000)
        }
    }

    /// Waits until the loop has had some turns.
    func settle() {
        for _ in 0..<3 {
            let done = DispatchSemaphore(value: 0)
            post { _, _ in done.signal() }
            done.wait()
        }
    }

    /// Ends the player and its loop.
    func stop() {
        post { service, loop in
            service.end()
            loop.stop()
        }
        ended.wait()
    }
}
