import Expectations
import TestSupport
import Testing

/// A hub beside a real Kodi 20.1, whose session was recorded: what it shows is compared with what
/// Kodi says at each moment.
struct KodiSessionTests {
    private let kodi: RecordedKodi

    init() throws {
        kodi = try RecordedKodi("kodi")
    }

    /// Returns the age of the last notification, and true if no notification is close.
    private func surroundings(of time: Double) -> (age: Double, isQuiet: Bool) {
        let age = time - (kodi.notifications.last { $0.time <= time }?.time ?? -100)
        let next = kodi.notifications.first { $0.time > time }?.time ?? .infinity
        return (age, age > 0.15 && next - time > 0.15)
    }

    @Test(arguments: [0, 1])
    func `names, length and position are Kodi's, and settled a second after each event`(
        player: Int
    ) throws {
        let hub = try KodiHub(kodi, player: player)
        var compared = 0
        while hub.now < kodi.end {
            try hub.run(to: hub.now + 0.1)
            let now = hub.now
            let (age, isQuiet) = surroundings(of: now)
            guard isQuiet, let sample = kodi.sample(of: player, at: now),
                let item = kodi.item(of: player, at: now), [0, 1].contains(sample.speed)
            else { continue }
            let state = try #require(hub.state)
            let title = item["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            expect(state.title, is: title ?? item["label"]?.string, "at \(now)")
            expect(state.artist, is: item["artist"]?.elements.first?.string, "at \(now)")
            expect(state.state == "paused", is: sample.speed == 0, "at \(now)")
            guard age > 1.15 || item["duration"] != nil else { continue }
            let duration = try #require(state.duration, "at \(now)")
            #expect(abs(duration - sample.length) < 0.6, "at \(now)")
            // It has none for a moment when it no longer runs backwards.
            guard let position = state.position(at: now) else {
                #expect(age < 0.5, "at \(now)")
                continue
            }
            let drift = abs(position - max(0, sample.position))
            // The position of a video moves in steps of 0.2 s.
            let settled = player == 1 ? 0.5 : 0.3
            #expect(drift < (age > 1.15 ? settled : 1.2), "at \(now): not \(sample.position)")
            compared += 1
        }
        #expect(compared > 100)
    }

    @Test func `what runs backwards has no position, and is right when it runs forwards`() throws {
        let hub = try KodiHub(kodi, player: 0)
        let start = try #require(kodi.notes.first { $0.text == "speed -4" }?.time)
        try hub.run(to: start + 0.2)
        expect(hub.state?.position(at: hub.now), is: nil)
        expect(hub.state?.state, is: "playing")
        try hub.run(to: start + 2.5)
        expect(hub.state?.position(at: hub.now), is: nil)
        try hub.run(to: start + 4)
        #expect(hub.state?.position(at: hub.now) != nil)
    }

    @Test func `between two tracks nothing is said to be stopped, and after the last it is`()
        throws
    {
        let hub = try KodiHub(kodi, player: 0)
        let video = try #require(kodi.notes.first { $0.text == "video" }?.time)
        let stop = try #require(kodi.notes.first { $0.text == "stop" }?.time)
        try hub.run(to: 1.2)
        let first = try #require(hub.states.indices.last)
        try hub.run(to: stop)
        #expect(hub.states[first...].count > 1)
        #expect(!hub.states[first...].contains { $0.state == "stopped" })
        try hub.run(to: stop + 1.5)
        expect(hub.state?.state, is: "stopped")
        expect(hub.state?.title, is: nil)
        try hub.run(to: video - 0.1)
        expect(hub.state?.title, is: "Undertow")
        try hub.run(to: video + 1.5)
        expect(hub.state?.state, is: "stopped")
    }

    @Test func `what the other player plays never shows`() throws {
        let hub = try KodiHub(kodi, player: 1)
        try hub.run(to: kodi.end)
        expect(Set(hub.states.compactMap(\.title)), is: ["film.mp4"])
    }
}
