import Feeds
import JSON
import NowPlaying
import Testing

/// Good messages, damaged in every place: each field of the outcome is the true one or absent.
struct MutationTests {
    private static let damages = ["null", "[]", "{}", "true", "[{}]", "{\"a\":[]}", "-1", "1e300"]

    private func normalised(_ actions: [FeedAction]) -> NormalisedReport? {
        var normaliser = Normaliser()
        return actions.reports.first.map { normaliser.normalise($0) }
    }

    private func reading(_ message: String) -> [FeedAction] {
        var conversation = Conversation.connected()
        return conversation.receive(message)
    }

    /// Every version of a text in which one value was replaced, or one member left out.
    private func damaged(_ text: String) throws -> [(path: String, text: String)] {
        try JSONParser().parse(Array(text.utf8)) { root in
            Self.paths(in: root).flatMap { path in
                (Self.damages + [nil]).map { damage in
                    (path, Self.written(root, replacing: path, by: damage))
                }
            }
        }
    }

    private static func paths(in value: JSONValue, at path: String = "") -> [String] {
        let inside =
            value.members.map { ("\(path)/\($0.name)", $0.value) }
            + value.elements.enumerated().map { ("\(path)/\($0.offset)", $0.element) }
        return inside.flatMap { [$0.0] + paths(in: $0.1, at: $0.0) }
    }

    private static func written(
        _ root: JSONValue, replacing path: String, by damage: String?
    ) -> String {
        var writer = JSONWriter()
        write(root, at: "", replacing: path, by: damage, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(
        _ value: JSONValue, at path: String, replacing target: String, by damage: String?,
        to writer: inout JSONWriter
    ) {
        if path == target { return writer.raw(Array((damage ?? "").utf8)) }
        if value.isObject {
            writer.beginObject()
            for member in value.members {
                let inner = "\(path)/\(member.name)"
                if inner == target, damage == nil { continue }
                writer.key(named: member.name)
                write(member.value, at: inner, replacing: target, by: damage, to: &writer)
            }
            writer.endObject()
        } else if value.isArray {
            writer.beginArray()
            for (place, element) in value.elements.enumerated() {
                let inner = "\(path)/\(place)"
                if inner == target, damage == nil { continue }
                write(element, at: inner, replacing: target, by: damage, to: &writer)
            }
            writer.endArray()
        } else {
            writer.value(value)
        }
    }

    private func isTrueOrAbsent<Value: Equatable>(_ value: Value?, _ truth: Value?) -> Bool {
        value == nil || value == truth
    }

    /// `-1` and `1e300` stand for numbers that cannot be; as texts they are what was sent.
    private func isTrueOrSent(_ value: String?, _ truth: String?) -> Bool {
        isTrueOrAbsent(value, truth) || ["-1", "1e+300"].contains(value)
    }

    @Test func `a damaged publication never makes a wrong field`() throws {
        let live =
            #"{"is_live":true,"streamer_name":"Mette","broadcast_start":1734710000,"#
            + #""art":"https://nordlicht.example/m.jpg"}"#
        for good in [Fixture.nowPlaying(), Fixture.nowPlaying(live: live)] {
            let truth = try #require(normalised(reading(Fixture.push(good, offset: 9))))
            for (path, text) in try damaged(Fixture.push(good, offset: 9)) {
                guard let report = normalised(reading(text)) else { continue }
                #expect(agrees(report, with: truth), "\(path): \(text)")
            }
        }
    }

    private func agrees(_ report: NormalisedReport, with truth: NormalisedReport) -> Bool {
        isTrueOrAbsent(report.online, truth.online)
            && isTrueOrSent(report.station.name, truth.station.name)
            && isTrueOrSent(report.station.description, truth.station.description)
            && isTrueOrSent(report.station.url, truth.station.url)
            && agrees(report.track, with: truth.track) && agrees(report.live, with: truth.live)
            && isTrueOrAbsent(report.listeners?.current, truth.listeners?.current)
            && isTrueOrAbsent(report.listeners?.total, truth.listeners?.total)
            && isTrueOrSent(report.next?.title, truth.next?.title ?? "Night")
            && isTrueOrSent(report.next?.artist, truth.next?.artist ?? "Polar")
            && report.history.allSatisfy { past in
                isTrueOrSent(past.title, "Deep") || past.title == "Jingle" || past.title == "Fjord"
            }
    }

    private func agrees(_ track: NormalisedTrack?, with truth: NormalisedTrack?) -> Bool {
        guard let track, let truth else { return track == nil }
        return isTrueOrSent(track.title, truth.title) && isTrueOrSent(track.artist, truth.artist)
            && isTrueOrSent(track.album, truth.album) && isTrueOrSent(track.genre, truth.genre)
            && isTrueOrAbsent(track.isrc, truth.isrc)
            && isTrueOrAbsent(track.duration, truth.duration)
            && track.positions.allSatisfy(truth.positions.contains)
            && isTrueOrAbsent(track.artworkURL, truth.artworkURL)
    }

    private func agrees(_ live: LiveStreamer?, with truth: LiveStreamer?) -> Bool {
        guard let live, let truth else { return live == nil }
        return isTrueOrSent(live.streamer, truth.streamer)
            && isTrueOrAbsent(live.startedAt, truth.startedAt)
            && isTrueOrAbsent(live.artworkURL, truth.artworkURL)
    }

    @Test func `a damaged reply to the connect is read as far as it goes`() throws {
        let publication = Fixture.publication(Fixture.nowPlaying(), offset: 12)
        let reply = Fixture.connect(Fixture.subscription(epoch: "e", publication))
        for (path, text) in try damaged(reply) {
            var conversation = Conversation()
            _ = conversation.open()
            let actions = conversation.receive(text)
            #expect(actions.disconnects.isEmpty, "\(path)")
            #expect(conversation.receive(Fixture.push(offset: 13)).reports.count == 1)
        }
    }

    @Test func `a publication that is cut off anywhere is rejected`() {
        var conversation = Conversation.connected()
        let bytes = Array(Fixture.push().utf8)
        for length in 1..<bytes.count {
            let text = String(decoding: bytes.prefix(length), as: UTF8.self)
            #expect(conversation.receive(text).rejections == ["notJSON"])
        }
    }

    @Test func `random damage is survived`() {
        var generator = SeededGenerator(state: 6)
        var conversation = Conversation.connected()
        let good = Array(Fixture.push(offset: 9).utf8)
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = .random(in: 0x20...0x7E, using: &generator)
            }
            let actions = conversation.receive(String(decoding: bytes, as: UTF8.self))
            _ = normalised(actions)
            #expect(actions.count <= 2)
        }
    }
}
