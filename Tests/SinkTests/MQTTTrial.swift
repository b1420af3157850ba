import Hub
import Logging
import Loop
import NowPlaying
import Support
import TestSupport
import Views

@testable import FanOut
@testable import Shell

/// At a broker of its own, which its own client asks for what it keeps.
final class MQTTTrial: StateSinkTrial {
    private let port = UInt16.random(in: 20_000..<30_000)
    private let broker: RunningTool
    private var publishing: MQTTSink?

    override init() throws {
        broker = try RunningTool(["/usr/sbin/mosquitto", "-p", "\(port)"])
        try super.init()
        try wait { self.isConnected }
    }

    deinit { stop() }

    override func begin(on loop: EventLoop) {
        let hub = TrialPort { [weak self] in self?.events.append($0) }
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let clock = SystemClock()
        let sink = MQTTSink(of: hub, on: loop, log: log, seed: 1) { clock.now }
        publishing = sink
        var settings = MQTTSettings()
        (settings.broker.host, settings.broker.port) = ("127.0.0.1", port)
        settings.minInterval = .milliseconds(10)
        sink.configure(settings, stations: ["a"])
    }

    private var isConnected: Bool { publishing?.status.state == "connected" }

    override var sink: any Sink { publishing! }
    override var isLeft: Bool { !isConnected }
    override func leave() { broker.kill() }
    override func finish() { publishing?.finish(by: .after(.seconds(5))) }

    /// The number is the title.
    override func record(_ number: Int, _ padding: Int) -> Record {
        let filling = String(repeating: "x", count: padding)
        let head = RecordHead(
            view: .nowPlaying, epoch: "e", revision: 1, subject: .station("a"),
            content: .document([]))
        let document = """
            {"station":{"id":"a","name":"A"},"connection":{"state":"live","since":1},\
            "track":{"id":"\(number)","title":"<\(number)>","artist":"\(filling)"}}
            """
        return Record(head, body: Array(document.utf8))
    }

    override func read() throws {
        let printed = try RunningTool([
            "mosquitto_sub", "-p", "\(port)", "-t", "nphub/a/title", "-C", "1", "-W", "1",
        ]).outcome()
        let number = printed.output.firstMatch(of: /<(\d+)>/).flatMap { Int($0.1) }
        received = number.map { [$0] } ?? received
    }
}
