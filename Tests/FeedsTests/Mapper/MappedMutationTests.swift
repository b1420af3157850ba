import Expectations
import NowPlaying
import Support
import Testing

@testable import Feeds

/// Good messages of mapped feeds, damaged in every place: each field of the outcome is the true
/// one or absent.
struct MappedMutationTests {
    /// A feed, the messages before, and a good message.
    struct Sample: CustomStringConvertible, Sendable {
        let description: String
        let talk: @Sendable () throws -> MappedTalk
        let message: String
        /// The message in the frames that it comes in.
        var framed: @Sendable (String) -> String = { $0 }
    }

    private static let rich = #"""
        {"messages":[{"when":{"/op":0},"do":"hello"},{"when":{"/op":1},"at":"/d","do":"DO"}],
         "track":{"key":["/song/id","/start"],"title":["/song/title","/song/name"],
                  "artist":{"at":"/song/artists/*/name","join":" & "},
                  "album":"/song/albums/0/name","isrc":"/song/isrc",
                  "artwork":[{"at":"/song/albums/0/image","template":"https://cdn.example/{}"}],
                  "start":{"at":"/start","unit":"iso"},"elapsed":"/elapsed",
                  "duration":"/song/duration"},
         "programme":{"title":"/event/name","start":"/event/start","end":"/event/end"},
         "live":{"name":"/dj/name","start":{"at":"/dj/since","unit":"ms"}},
         "next":{"title":"/next/title"},"history":{"each":"/last","title":"/title"},
         "listeners":"/listeners","online":"/online","state":"/state","rate":"/rate"}
        """#

    private static let message = #"""
        {"op":1,"d":{"song":{"id":450,"title":"Deep","artists":[{"name":"Fjord"},{"name":"Fjell"}],
         "albums":[{"name":"Water","image":"w ø.jpg"}],"isrc":"NOAAA2000001","duration":273},
         "start":"2024-12-20T17:00:00.5Z","elapsed":12.5,"listeners":92,"online":true,
         "event":{"name":"Nattradio","start":1734710400,"end":1734717600},
         "dj":{"name":"Mette","since":1734710400123},"next":{"title":"Night"},
         "last":[{"title":"Mist"},{"title":"Moss"}],"state":"paused","rate":1.25}}
        """#

    static let samples = ownSamples + radioSamples

    private static let ownSamples = [
        Sample(description: "whole states", talk: { try opened(rich("update")) }, message: message),
        Sample(
            description: "parts of a state",
            talk: {
                var talk = try opened(rich("partial"))
                _ = talk.read(message)
                return talk
            }, message: message),
        Sample(
            description: "Global Player", talk: { try opened("globalplayer") },
            message: #"""
                {"type":"station","now_playing":{"type":"track","title":"Deep","artist":"Fjord",
                 "artwork":"https://x.example/a.jpg","id":"7"},"current_show":{"name":"Nattradio",
                 "start":"2024-12-20T16:00:00Z","finish":"2024-12-20T18:00:00Z"}}
                """#),
        Sample(
            description: "streamABC", talk: { try opened("streamabc") },
            message: #"""
                {"station":"Nord","artist":"Fjord","song":"Deep","album":"Water","isrc":"NOAAA2000001",
                 "images":{"large":{"url":"https://x.example/a.jpg"}},"start_timestamp":1734714000,
                 "duration":273000,"extdata":{"TitreEmission":"Nattradio"}}
                """#),
    ]

    private static let radioSamples: [Sample] = [
        radio("radiolise"), radio("listenmoe"), radio("gensokyo"),
        radio("rainwave", RadioSample.rainwave.replacing(RadioSample.loser, with: "")),
        radio("plaza", RadioSample.plaza.replacing("s.jpg", with: "a.jpg")) { status in
            "42[\"status\",\(status)]"
        },
        radio("qmusic", RadioSample.play) { play in
            let message = #"{"action":"data","data":\#(play.quotedAsJSON)}"#
            return "a[\(message.quotedAsJSON)]"
        },
    ]

    private static func radio(
        _ name: String, _ message: String? = nil,
        framed: @escaping @Sendable (String) -> String = { $0 }
    ) -> Sample {
        Sample(
            description: name,
            talk: { try MappedTalk.openedRadio(name) },
            message: message ?? RadioSample.song[name] ?? "", framed: framed)
    }

    private static func rich(_ meaning: String) throws -> MappedTalk {
        let parts = rich.parts(between: "DO")
        return try MappedTalk(parts.joined(separator: meaning))
    }

    private static func opened(_ talk: MappedTalk) -> MappedTalk {
        var talk = talk
        _ = talk.open()
        return talk
    }

    private static func opened(_ name: String) throws -> MappedTalk {
        let type = try #require(FeedType.named(name))
        return opened(MappedTalk(type))
    }

    private func normalised(_ report: Report) -> Report {
        var normaliser = Normaliser()
        return normaliser.normalise(report)
    }

    @Test(arguments: samples)
    func `a damaged message never makes a wrong field`(sample: Sample) throws {
        var good = try sample.talk()
        let truth = normalised(try good.reported(sample.framed(sample.message)))
        expect(truth.track?.title, is: "Deep")
        for (path, text) in try Damage.each(of: sample.message) {
            var talk = try sample.talk()
            let actions = talk.read(sample.framed(text))
            #expect(actions.count <= 2, "\(path)")
            for report in actions.reports {
                #expect(agrees(normalised(report), with: truth), "\(path): \(text)")
            }
        }
    }

    private func agrees(_ report: Report, with truth: Report) -> Bool {
        Damage.isTrueOrAbsent(report.online, truth.online)
            && agrees(report.track, with: truth.track)
            && Damage.isTrueOrSent(report.live?.streamer, truth.live?.streamer)
            && Damage.isTrueOrAbsent(report.live?.startedAt, truth.live?.startedAt)
            && Damage.isTrueOrSent(report.programme?.title, truth.programme?.title)
            && Damage.isTrueOrAbsent(report.programme?.startsAt, truth.programme?.startsAt)
            && Damage.isTrueOrAbsent(report.programme?.endsAt, truth.programme?.endsAt)
            && Damage.isTrueOrAbsent(report.listeners?.current, truth.listeners?.current)
            // An artist alone is all that can be shown.
            && (Damage.isTrueOrSent(report.next?.title, truth.next?.title)
                || report.next?.title == truth.next?.artist)
            && report.history.allSatisfy {
                ["Mist", "Moss", "Fjell", "-1", "1e+300"].contains($0.title)
            }
            && [truth.state, .playing].contains(report.state)
            && (report.state == .playing ? [truth.rate, 1, 1.25] : [0]).contains(report.rate)
    }

    private func agrees(_ track: ReportedTrack?, with truth: ReportedTrack?) -> Bool {
        guard let track, let truth else { return track == nil }
        let artists = ["Fjord & Fjell", "Fjord", "Fjell"]
        let numbers = ["-1", "1e+300"]
        let title = [truth.name] + artists + numbers
        let isArtist =
            track.artist.map { artist in
                (artists + numbers).contains(artist)
                    || numbers.contains { artist.contains($0) }
            } ?? true
        return (title.contains(track.name) || numbers.contains { track.name.contains($0) })
            && isArtist && Damage.isTrueOrSent(track.album, truth.album)
            && Damage.isTrueOrAbsent(track.isrc, truth.isrc)
            && Damage.isTrueOrAbsent(track.duration, truth.duration)
            && track.positions.allSatisfy(truth.positions.contains)
            && (Damage.isTrueOrAbsent(track.artworkURL, truth.artworkURL)
                || numbers.contains {
                    track.artworkURL?.contains(PercentEncoding.encoded($0)) == true
                })
    }

    @Test(arguments: samples)
    func `a message that is cut off anywhere is rejected`(sample: Sample) throws {
        var talk = try sample.talk()
        let bytes = Array(sample.message.utf8)
        for length in 1..<bytes.count {
            let text = String(decoding: bytes.prefix(length), as: UTF8.self)
            expect(talk.read(sample.framed(text)).rejections, is: ["notJSON"])
        }
    }

    @Test(arguments: samples)
    func `random damage is survived`(sample: Sample) throws {
        var generator = SeededGenerator(seed: 11)
        var talk = try sample.talk()
        let good = Array(sample.framed(sample.message).utf8)
        for _ in 0..<1_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = .random(in: 0x20...0x7E, using: &generator)
            }
            let actions = talk.read(String(decoding: bytes, as: UTF8.self))
            for report in actions.reports { _ = normalised(report) }
            #expect(actions.count <= 3)
        }
    }
}
