import Expectations
import Foundation
import HubClient
import NowPlaying
import Support
import Testing
import Views

/// The lock screen that the client library makes by itself, held against the hub's.
struct DeviceLockScreenTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `it is that of a live session, without the hub's own members`(seed: UInt64) throws {
        var random = RandomScene(seed: seed)
        var count = 0
        for _ in 0..<20 {
            random.live()
            guard var scene = liveScene(random.scene), let state = state(in: scene) else {
                continue
            }
            scene.programme = state.programme.map { AiredProgramme(id: "p", programme: $0) }
            let card = LockCard(state, player: scene.session.state, since: scene.session.since)
            try expect(shown(card), is: shown(hubCard(of: scene)))
            count += 1
        }
        #expect(count > 3 || random.scene.stations.isEmpty)
    }

    @Test func `what is shown decides the identifier, and what does not leaves it`() {
        var state = Sample.station("one").nowPlaying
        state.track = Sample.track("t1", "First Light", by: "Aurora")
        let first = LockCard(state, player: .playing, since: Sample.now)
        state.track?.id = "t2"
        let same = LockCard(state, player: .paused, since: Sample.now)
        expect(same.contentIdentifier, is: first.contentIdentifier)
        state.track?.artist = "Boreas"
        let other = LockCard(state, player: .playing, since: Sample.now)
        #expect(other.contentIdentifier != first.contentIdentifier)
    }

    @Test func `the player's state decides which commands can be given`() {
        let state = Sample.station("one").nowPlaying
        let playing = LockCard(state, player: .playing, since: Sample.now).commands
        let stopped = LockCard(state, player: .stopped, since: Sample.now).commands
        expect(playing.mapValues(\.isEnabled)["pauseCommand"], is: true)
        expect(playing.mapValues(\.isEnabled)["playCommand"], is: false)
        expect(stopped.mapValues(\.isEnabled)["playCommand"], is: true)
        expect(stopped.mapValues(\.isEnabled)["stopCommand"], is: false)
    }

    /// The scene of a session that is at a station and live.
    private func liveScene(_ scene: SessionSnapshot) -> SessionSnapshot? {
        var scene = scene
        if scene.session.station == nil { scene.session.station = scene.stations.first?.id }
        scene.session.position = .live
        scene.session.rate = 1
        scene.presented = nil
        return state(in: scene) == nil ? nil : scene
    }

    private func state(in scene: SessionSnapshot) -> NowPlaying? {
        scene.stations.first { $0.id == scene.session.station }?.nowPlaying
    }

    private func hubCard(of scene: SessionSnapshot) throws -> LockCard {
        let bytes = Document.encode(Sample.lockScreen(scene))
        return try JSONDecoder().decode(LockCard.self, from: Data(bytes))
    }

    /// The members that a device has, too.
    private func shown(_ card: LockCard) -> LockCard {
        var card = card
        (card.contentIdentifier, card.queueIndex, card.queueCount) = (nil, nil, nil)
        (card.commands, card.transportButtons) = ([:], nil)
        return card
    }
}
