import Feeds
import NowPlaying
import Testing

@testable import Hub

/// Telling what is new from what is said again.
struct BroadcastTests {
    @Test func `a repeat is one in which no part differs`() {
        let changes: [(inout Broadcast) -> Void] = [
            { $0.facts.name = "A" }, { $0.online = true }, { $0.identity = .text("A") },
            { $0.track = Track(id: "1", title: "A") },
            { $0.playback = Playback(state: .playing, rate: 1) },
            { $0.live = LiveStreamer(streamer: "A") }, { $0.programme = Programme(title: "A") },
            { $0.next = UpcomingTrack(title: "A") }, { $0.history = [PlayedTrack(title: "A")] },
            { $0.afterGap = .track }, { $0.isPlayer = true },
        ]
        let known = Broadcast()
        // A part that is added has to be compared, and tried here.
        #expect(Mirror(reflecting: known).children.count == changes.count)
        #expect(known.isRepeat(of: Shared(known)))
        for change in changes {
            var changed = known
            change(&changed)
            #expect(!changed.isRepeat(of: Shared(known)))
            #expect(!known.isRepeat(of: Shared(changed)))
            #expect(changed.isRepeat(of: Shared(changed)))
        }
    }
}
