import Foundation
import Hub
import Logging
import Loop
import NowPlaying

@testable import FanOut
@testable import Shell
@testable import Views

/// Hooks whose program writes the number of a title into a file.
final class HookTrial: StateSinkTrial {
    private let folder = NSTemporaryDirectory() + "nphub-\(UInt32.random(in: 0 ... .max))"
    private var hooks: HookSink?

    override init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try super.init()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    override func begin(on loop: EventLoop) {
        let script = #"[ ! -e "$0/left" ] && echo "$1" >"$0/new" && mv "$0/new" "$0/out""#
        var rule = HookRule(
            name: "trial", events: [.track],
            action: .program(
                HookProgram(
                    arguments: ["sh", "-c", script, folder].map { .text($0) }
                        + [(try? Template("{title}")).map { .template($0) } ?? .text("")])))
        rule.runsAtStart = true
        let clock = SystemClock()
        hooks = HookSink(
            [rule], on: loop, log: Logger(label: "test"), clock: { clock.now }, settled: {})
    }

    override var sink: any Sink { hooks! }
    override var isLeft: Bool { hooks?.status.first?.failingSince != nil }
    override func leave() {
        _ = FileManager.default.createFile(atPath: folder + "/left", contents: nil)
        _ = offer(1_000_000)
    }

    override func record(_ number: Int, _ padding: Int) -> Record {
        var state = NowPlaying(
            station: Station(id: "a", name: "A"),
            connection: StationConnection(state: .live, since: Timestamp(milliseconds: 0)))
        state.track = Track(id: "\(number)", title: "\(number)")
        let head = RecordHead(
            view: .state, epoch: "e", revision: 1, subject: .station("a"), content: .document([]))
        return Record(head, value: state)
    }

    override func read() {
        let text = try? String(contentsOfFile: folder + "/out", encoding: .utf8)
        received = text.flatMap { Int($0.filter(\.isNumber)) }.map { [$0] } ?? []
    }
}
