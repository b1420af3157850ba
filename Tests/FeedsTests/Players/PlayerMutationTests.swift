import Expectations
import NowPlaying
import Support
import Testing

@testable import Feeds

/// Damaged messages of a player never cause a crash, and never a field that was not said.
struct PlayerMutationTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let feed: String
        let opening: [String]
        let messages: [String]

        var testDescription: String { feed }
    }

    static let samples = [
        Sample(feed: "volumio", opening: VolumioTests.opening, messages: [VolumioTests.playing]),
        Sample(
            feed: "mopidy", opening: [],
            messages: [
                MopidyTests.track, MopidyTests.state, MopidyTests.position, MopidyTests.images,
            ]),
        Sample(
            feed: "snapcast", opening: [],
            messages: [SnapcastTests.status, SnapcastTests.playing(12.5)]),
        Sample(
            feed: "musicassistant", opening: MusicAssistantTests.opening,
            messages: [MusicAssistantTests.updated(MusicAssistantTests.queue())]),
        Sample(
            feed: "kodi", opening: [],
            messages: [KodiTests.active, KodiTests.item, KodiTests.properties]),
        Sample(
            feed: "homeassistant", opening: HomeAssistantTests.opening,
            messages: [HomeAssistantTests.whole]),
        Sample(
            feed: "centrifugo", opening: CentrifugoSiteTests.opening,
            messages: [CentrifugoSiteTests.song]),
    ]

    /// The names that the samples and the damages use. `12500` is a position that answers another
    /// question if the position before it is damaged.
    private static let names = [
        "Deep", "Fjord", "Fjell", "Fjord, Fjell", "Fjord - Deep", "Night", "Polar", "Polar - Night",
        "12500", "local:track:deep", "playing",
    ]
    private static let numbers = ["-1", "1e+300"]

    private func truth(_ sample: Sample) throws -> Report {
        var talk = try PlayerTalk.opened(sample.feed, [:], sample.opening)
        let reports = sample.messages.flatMap { talk.hear($0).reports }
        return talk.cleaned(try #require(reports.last))
    }

    /// The JSON in a message, with what stands around it.
    private func parts(of message: String) -> (head: String, json: String) {
        let head = message.prefix { $0 != "{" && $0 != "[" }
        return (String(head), String(message.dropFirst(head.count)))
    }

    @Test(arguments: samples)
    func `a damaged message never makes a wrong field`(sample: Sample) throws {
        let truth = try truth(sample)
        expect(truth.track?.title, is: "Deep")
        for place in sample.messages.indices {
            let (head, json) = parts(of: sample.messages[place])
            for (path, text) in try Damage.each(of: json) {
                var messages = sample.messages
                messages[place] = head + text
                var talk = try PlayerTalk.opened(sample.feed, [:], sample.opening)
                for message in messages {
                    for report in talk.hear(message).reports {
                        #expect(agrees(talk.cleaned(report), truth, at: path), "\(path): \(text)")
                    }
                }
            }
        }
    }

    private func agrees(
        _ report: Report, _ truth: Report, at path: String
    ) -> Bool {
        let isName = { (name: String?) in
            guard let name else { return true }
            return Self.names.contains(name) || Self.numbers.contains { name.contains($0) }
        }
        return [truth.state, .playing, .stopped].contains(report.state)
            && (report.state == .playing ? [truth.rate, 1] : [0]).contains(report.rate)
            && Damage.isTrueOrAbsent(report.online, truth.online)
            && isName(report.next?.title) && isName(report.next?.artist)
            && isName(report.track?.title) && isName(report.track?.artist)
            && Damage.isTrueOrSent(report.track?.album, "Water")
            && isPicture(report.track?.artworkURL, truth)
            && isTimed(report.track, truth.track, at: path)
    }

    private func isPicture(_ address: String?, _ truth: Report) -> Bool {
        guard let address, address != truth.track?.artworkURL else { return true }
        return address.contains("-1") || address.contains("1e")
            || address == "http://player.example/__image_cache?name=ab"
    }

    /// A part of a length that is left out is 0, as far as can be told.
    private func isTimed(
        _ track: ReportedTrack?, _ truth: ReportedTrack?, at path: String
    ) -> Bool {
        guard let track, !path.contains("/time"), !path.contains("/totaltime") else { return true }
        return Damage.isTrueOrAbsent(track.duration, truth?.duration)
            && track.positions.allSatisfy { truth?.positions.contains($0) ?? false }
    }

    @Test(arguments: samples)
    func `random damage is survived`(sample: Sample) throws {
        var generator = SeededGenerator(seed: 5)
        for message in sample.opening + sample.messages {
            let good = Array(message.utf8)
            var talk = try PlayerTalk.opened(sample.feed, [:], sample.opening)
            for _ in 0..<400 {
                var bytes = good
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[place] = .random(in: 0x20...0x7E, using: &generator)
                }
                let actions = talk.hear(String(decoding: bytes, as: UTF8.self))
                for report in actions.reports { _ = talk.cleaned(report) }
                #expect(actions.count <= 6)
            }
        }
    }
}
