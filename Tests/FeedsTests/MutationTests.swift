import Expectations
import Feeds
import JSON
import NowPlaying
import Support
import Testing

/// Good messages, damaged in every place: each field of the outcome is the true one or absent.
struct MutationTests {
    private func normalised(_ events: [FeedEvent]) -> Report? {
        var normaliser = Normaliser()
        return events.reports.first.map { normaliser.normalise($0) }
    }

    private func reading(_ message: String) -> [FeedEvent] {
        var conversation = Conversation.connected()
        return conversation.receive(message)
    }

    @Test func `a damaged publication never makes a wrong field`() throws {
        let live =
            #"{"is_live":true,"streamer_name":"Mette","broadcast_start":1734710000,"#
            + #""art":"https://nordlicht.example/m.jpg"}"#
        for good in [Fixture.nowPlaying(), Fixture.nowPlaying(live: live)] {
            let truth = try #require(normalised(reading(Fixture.push(good, offset: 9))))
            for (path, text) in try Damage.each(of: Fixture.push(good, offset: 9)) {
                guard let report = normalised(reading(text)) else { continue }
                #expect(agrees(report, with: truth), "\(path): \(text)")
            }
        }
    }

    private func agrees(_ report: Report, with truth: Report) -> Bool {
        Damage.isTrueOrAbsent(report.online, truth.online)
            && Damage.isTrueOrSent(report.station.name, truth.station.name)
            && Damage.isTrueOrSent(report.station.description, truth.station.description)
            && Damage.isTrueOrSent(report.station.url, truth.station.url)
            && agrees(report.track, with: truth.track) && agrees(report.live, with: truth.live)
            && Damage.isTrueOrAbsent(report.listeners?.current, truth.listeners?.current)
            && Damage.isTrueOrAbsent(report.listeners?.total, truth.listeners?.total)
            && Damage.isTrueOrSent(report.next?.title, truth.next?.title ?? "Night")
            && Damage.isTrueOrSent(report.next?.artist, truth.next?.artist ?? "Polar")
            && report.history.allSatisfy { past in
                Damage.isTrueOrSent(past.title, "Deep") || past.title == "Jingle"
                    || past.title == "Fjord"
            }
    }

    private func agrees(_ track: ReportedTrack?, with truth: ReportedTrack?) -> Bool {
        guard let track, let truth else { return track == nil }
        return Damage.isTrueOrSent(track.title, truth.title)
            && Damage.isTrueOrSent(track.artist, truth.artist)
            && Damage.isTrueOrSent(track.album, truth.album)
            && Damage.isTrueOrSent(track.genre, truth.genre)
            && Damage.isTrueOrAbsent(track.isrc, truth.isrc)
            && Damage.isTrueOrAbsent(track.duration, truth.duration)
            && track.positions.allSatisfy(truth.positions.contains)
            && Damage.isTrueOrAbsent(track.artworkURL, truth.artworkURL)
    }

    private func agrees(_ live: LiveStreamer?, with truth: LiveStreamer?) -> Bool {
        guard let live, let truth else { return live == nil }
        return Damage.isTrueOrSent(live.streamer, truth.streamer)
            && Damage.isTrueOrAbsent(live.startedAt, truth.startedAt)
            && Damage.isTrueOrAbsent(live.artworkURL, truth.artworkURL)
    }

    @Test func `a damaged reply to the connect is read as far as it goes`() throws {
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        let reply = Fixture.connect(Fixture.subscription(epoch: "e", publication))
        for (path, text) in try Damage.each(of: reply) {
            var conversation = Conversation()
            _ = conversation.open()
            let events = conversation.receive(text)
            #expect(events.disconnects.isEmpty, "\(path)")
            expect(conversation.receive(Fixture.push(offset: 13)).reports.count, is: 1)
        }
    }

    @Test func `a publication that is cut off anywhere is rejected`() {
        var conversation = Conversation.connected()
        let bytes = Array(Fixture.push().utf8)
        for length in 1..<bytes.count {
            let text = String(decoding: bytes.prefix(length), as: UTF8.self)
            expect(conversation.receive(text).rejections, is: ["notJSON"])
        }
    }

    @Test func `random damage is survived`() {
        var generator = SeededGenerator(seed: 6)
        var conversation = Conversation.connected()
        let good = Array(Fixture.push(offset: 9).utf8)
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = .random(in: 0x20...0x7E, using: &generator)
            }
            let events = conversation.receive(String(decoding: bytes, as: UTF8.self))
            _ = normalised(events)
            #expect(events.count <= 2)
        }
    }
}
