import Expectations
import NowPlaying
import Testing
import Views

/// Lives of a session, random and believable, as a desktop sees them.
struct MediaPlayerHistoryTests {
    @Test(arguments: UInt64(600)..<640)
    func
        `a client that follows the signals holds what a newcomer gets, and gets no needless signal`(
            seed: UInt64
        )
    {
        var life = RandomScene(seed: seed)
        var player = MediaPlayer(of: life.scene)
        var desktop = Desktop(player, at: life.now)
        for _ in 0..<80 {
            life.live()
            let next = MediaPlayer(of: life.scene)
            let changes = next.changes(since: player, at: life.now)
            desktop.hear(changes, of: next, at: life.now)
            #expect(next.changes(since: next, at: life.now).isEmpty)
            for property in MediaPlayer.Property.allCases where property != .position {
                let value = next.value(of: property, at: life.now)
                expect(desktop.properties[property], is: value)
                let before = player.value(of: property, at: life.now)
                expect(changes.properties.contains(property), is: before != value)
            }
            player = next
        }
    }

    @Test(arguments: UInt64(700)..<740)
    func `the position that the signals lead to is right within the tolerance`(seed: UInt64) {
        var life = RandomScene(seed: seed)
        var player = MediaPlayer(of: life.scene)
        var desktop = Desktop(player, at: life.now)
        for _ in 0..<80 {
            life.live()
            let next = MediaPlayer(of: life.scene)
            desktop.hear(next.changes(since: player, at: life.now), of: next, at: life.now)
            player = next
            // An anchor in the future cannot be told.
            guard player.asOf <= life.now else { continue }
            let error = desktop.position(at: life.now) - player.position(at: life.now)
            #expect(error.magnitude <= .milliseconds(4_000))
        }
    }

    @Test(arguments: UInt64(800)..<830)
    func `rate, position and length are always ones that MPRIS allows`(seed: UInt64) {
        var life = RandomScene(seed: seed)
        for _ in 0..<60 {
            life.live()
            let player = MediaPlayer(of: life.scene)
            #expect(player.rate != 0)
            #expect(player.minimumRate <= min(1, player.rate))
            #expect(player.maximumRate >= max(1, player.rate))
            let position = player.position(at: life.now)
            #expect(position >= .zero)
            if let length = player.metadata?.length {
                #expect(length > .zero)
                #expect(position <= length)
            }
            let isLive = life.scene.session.position == .live
            #expect(!isLive || player.metadata?.length == nil)
            #expect(!isLive || !player.canSeek)
        }
    }

    /// Ten minutes of a station with four tracks, that publishes every five seconds, as AzuraCast
    /// does: each time with a position that moved on, and with another number of listeners.
    @Test func `in ten minutes of a programme there is one signal for each change, and no other`() {
        let lengths: [Int64] = [183, 204, 151, 240]
        let begin = Sample.now
        var scene = Sample.listening()
        scene.session.since = begin
        var player = MediaPlayer(of: scene)
        var desktop = Desktop(player, at: begin)
        var track = 0
        var start = begin
        for second in stride(from: Int64(0), to: 600, by: 5) {
            let now = begin + .seconds(second)
            while now - start >= .seconds(lengths[track]) {
                start = start + .seconds(lengths[track])
                track += 1
            }
            let elapsed = now - start
            scene.stations[0].nowPlaying.track = Sample.track("t\(track)", "Track \(track)")
            scene.stations[0].nowPlaying.listeners = Listeners(current: Int(second))
            scene.stations[0].nowPlaying.playback = Playback(
                state: .playing, rate: 1,
                anchor: Anchor(elapsed: elapsed, asOf: now, startedAt: start, quality: .exact),
                duration: .seconds(lengths[track]))
            // The listener pauses for half a minute, and joins the station again.
            if second == 300 || second == 330 {
                scene.session.state = second == 300 ? .paused : .playing
                scene.session.since = now
            }
            let next = MediaPlayer(of: scene)
            desktop.hear(next.changes(since: player, at: now), of: next, at: now)
            player = next
        }
        // Four tracks, a pause and its end; joining again is the one jump.
        expect(desktop.changeCount, is: 6)
        expect(desktop.seekCount, is: 1)
    }
}
