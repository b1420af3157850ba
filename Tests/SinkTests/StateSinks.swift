import Shell
import Loop
import Foundation
import Hub
import JSON
import NowPlaying
import Support
import TestSupport
import Testing

@testable import FanOut
@testable import Views

/// A sink of state, and how it is tried. Each one of the program's is a line in `all`.
struct StateSinkCase: CustomTestStringConvertible, Sendable {
    /// Its name.
    let testDescription: String
    /// It shows the newest alone, and is never full.
    var keepsNewest = false
    /// Makes one with a reader at its other end.
    let make: @Sendable () throws -> StateSinkTrial

    static let all = [
        Self(testDescription: "SocketSink") { try SocketTrial() },
        Self(testDescription: "OutputSink") { try OutputTrial() },
        Self(testDescription: "EventStreamSink") { try EventStreamTrial() },
        Self(testDescription: "WebSocketSink") { try WebSocketTrial() },
        Self(testDescription: "MediaPlayerSink", keepsNewest: true) { try MediaPlayerTrial() },
        Self(testDescription: "MQTTSink", keepsNewest: true) { try MQTTTrial() },
        Self(testDescription: "HookSink", keepsNewest: true) { try HookTrial() },
    ]
}

/// A sink on a loop in a thread of its own, and what is known of it at its other end, which is the
/// test's thread.
class StateSinkTrial {
    /// A failure of the trial itself.
    struct Failure: Error {
        let description: String
    }

    private struct Work: @unchecked Sendable {
        let run: () -> Void
    }

    /// The events that the sink has sent to the hub.
    var events: [Event] = []
    /// Its reader reads.
    var isRead = true
    /// The numbers that have come out.
    var received: [Int] = []
    private let mailbox: Mailbox<Work>
    private let loop: EventLoop
    private let hasStopped = DispatchSemaphore(value: 0)

    init() throws {
        // As the program does.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop(subprotocols: ["nphub.v1"])
        mailbox = loop.makeMailbox { (work: Work) in work.run() }
        let setUp = Work { [unowned self] in begin(on: loop) }
        let running = Work { [loop, hasStopped] in
            loop.run()
            hasStopped.signal()
        }
        _ = startThread("test-loop") { running.run() }
        onLoop { setUp.run() }
    }

    /// Ends the loop. Each trial does so before it lets go of what is on the loop, which another
    /// thread must not touch while it runs.
    func stop() {
        onLoop { [loop] in loop.stop() }
        hasStopped.wait()
    }

    /// Makes the sink, on the loop's thread.
    func begin(on loop: EventLoop) {}
    var sink: any Sink { preconditionFailure("each trial has a sink") }
    /// The sink has said that its reader is gone.
    var isLeft: Bool { false }
    /// Its reader was told that nothing more comes.
    var hasEnded: Bool { false }
    /// Takes what has come out.
    func read() throws {}
    /// The reader leaves.
    func leave() {}
    /// The sink ends in good order, on the loop's thread.
    func finish() { sink.finish() }

    /// The record with a number.
    func record(_ number: Int, _ padding: Int) -> Record {
        let filling = String(repeating: "x", count: padding)
        return Record(.line, body: Array(#""<\#(number)>\#(filling)""#.utf8))
    }

    /// Offers a record with a number in it.
    func offer(_ number: Int, padding: Int = 0) -> Credit {
        let record = record(number, padding)
        return onLoop { self.sink.offer(.record(record, of: .one, sequence: number, resume: 1)) }
    }

    /// Does something on the loop's thread, and waits for that.
    @discardableResult
    func onLoop<Result>(_ work: @escaping () -> Result) -> Result {
        let done = DispatchSemaphore(value: 0)
        var result: Result?
        mailbox.post(
            Work {
                result = work()
                done.signal()
            })
        done.wait()
        return result!
    }

    /// Waits until something holds, ten seconds at most.
    func wait(until isTrue: @escaping () -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 10)
        while !onLoop(isTrue) {
            guard deadline.timeIntervalSinceNow > 0 else {
                throw Failure(description: "\(received) was received in time")
            }
            if isRead { try read() }
            usleep(1_000)
        }
    }
}

extension SubscriptionID {
    fileprivate static let one = SubscriptionID(number: 1)
}

extension RecordHead {
    fileprivate static let line = RecordHead(
        view: .line, epoch: "e", revision: 1, subject: .station("a"), content: .document([]))
}

/// A descriptor that is read without waiting.
final class Reader {
    private var descriptor: Int32
    private(set) var isAtEnd = false
    /// All that has come.
    private(set) var bytes: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { leave() }

    func stopWaiting() {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    func leave() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// All numbers that have come until now.
    func numbers() -> [Int] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while descriptor >= 0 {
            let count = Foundation.read(descriptor, &chunk, chunk.count)
            if count == 0 { isAtEnd = true }
            if count <= 0 { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).matches(of: /<(\d+)>/).compactMap {
            Int($0.1)
        }
    }
}

private final class SocketTrial: StateSinkTrial {
    private let path = NSTemporaryDirectory() + "nphub-\(UInt32.random(in: 0 ... .max)).sock"
    private let reader: Reader
    private var server: SocketServer?
    private var socket: SocketSink?

    override init() throws {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        reader = Reader(descriptor)
        try super.init()
        try connect(descriptor)
        reader.stopWaiting()
        try wait { self.socket != nil }
    }

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        server = try? SocketServer(SocketSettings()) { [unowned self] in
            accept($0)
        } refused: { _ in
        }
        try? server?.listen(at: path, on: loop)
    }

    private func accept(_ connection: Connection) -> SocketSink {
        let port = TrialPort { [weak self] in self?.events.append($0) }
        let sink = SocketSink(connection, of: port, JSONParser())
        socket = sink
        return sink
    }

    private func connect(_ descriptor: Int32) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw Failure(description: "no connection") }
    }

    override var sink: any Sink { socket! }
    override var isLeft: Bool {
        events.contains { if case .clientDisconnected = $0 { true } else { false } }
    }
    override var hasEnded: Bool { reader.isAtEnd }
    override func read() { received = reader.numbers() }
    override func leave() { reader.leave() }
}

private final class OutputTrial: StateSinkTrial {
    private let reader: Reader
    private let writing: Int32
    private var output: OutputSink?
    private var isLost = false

    override init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
        reader = Reader(ends[0])
        reader.stopWaiting()
        writing = ends[1]
        try super.init()
    }

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        output = OutputSink(ClientID(number: 1), descriptor: writing, on: loop) { [weak self] in
            self?.events.append($0)
        } lost: { [weak self] _ in
            self?.isLost = true
        }
    }

    override var sink: any Sink { output! }
    override var isLeft: Bool { isLost }
    override var hasEnded: Bool { reader.isAtEnd }
    override func read() { received = reader.numbers() }
    override func leave() { reader.leave() }

    override func finish() {
        _ = output?.finish(by: .after(.seconds(10)))
        close(writing)
    }
}

/// On a bus of its own, where the desktop's own program asks it.
private final class MediaPlayerTrial: StateSinkTrial {
    private let bus: PrivateBus
    private var player: MediaPlayerSink?
    private var isConnected = false

    override init() throws {
        bus = try PrivateBus()
        try super.init()
        try wait { self.isConnected }
    }

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        let port = TrialPort { [weak self] in
            self?.events.append($0)
        } connected: { [weak self] _ in
            self?.isConnected = true
        }
        let player = MediaPlayerSink(session: "main", of: port, at: bus.address) {
            Timestamp(milliseconds: 0)
        }
        self.player = player
        player.start(on: loop) { _ in }
    }

    override var sink: any Sink { player! }
    override var isLeft: Bool {
        events.contains { if case .clientDisconnected = $0 { true } else { false } }
    }
    override func leave() { bus.kill() }

    /// The number is one less than the fastest rate that can be set.
    override func record(_ number: Int, _ padding: Int) -> Record {
        var state = MediaPlayer()
        state.rates = [Double(number + 1)]
        return Record(.line, value: state)
    }

    override func read() throws {
        let printed = try bus.busctl([
            "get-property", PrivateBus.player, PrivateBus.path,
            "org.mpris.MediaPlayer2.Player", "MaximumRate",
        ])
        let rate = printed.output.firstMatch(of: /"data":([0-9.e+]+)/).flatMap { Double($0.1) }
        received = rate.map { $0 > 1 ? [Int($0) - 1] : [] } ?? received
    }
}
