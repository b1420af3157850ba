import Expectations
import Feeds
import Foundation
import Hub
import NowPlaying
import Support
import TestSupport
import Testing

@testable import Shell

@Suite(.timeLimit(.minutes(1)))
struct RecorderTests {
    private let now = Moment(monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 0))

    @Test func `a disk that stands still costs messages, then the recording, never the memory`()
        throws
    {
        let pipe = try SmallPipe()
        let failures = Monitor<[String]>([])
        let recorder = Recorder(
            to: pipe.writing, epoch: "e", seed: 1, config: "c", at: now
        ) { reason in failures.withLock { $0.append(reason) } }
        let sender = String(repeating: "s", count: 60_000)
        for _ in 0..<2_000 {
            let message = ReplayedEvent.message(.text(Array(sender.utf8)[...]))
            recorder.append(.received(message, station: "a"), at: now)
            recorder.append(.commanded(.toggle, session: "main", sender: sender), at: now)
        }
        expect(failures.withLock { $0 }, is: ["the disk is too slow for the commands"])
        #expect(recorder.heldByteCount < 40 << 20)
        let reason = recorder.finish(by: .after(.milliseconds(50)), at: now)
        expect(reason, is: "the disk is too slow for the commands")
    }
}
