import Expectations
import Testing

@testable import Feeds

/// Server-sent events.
struct EventStreamTests {
    private static func events(
        in text: String, piece: Int = .max, reader: inout EventStreamReader
    ) -> [String] {
        let bytes = Array(text.utf8)
        var found: [String] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + min(piece, bytes.count))
            found += reader.receive(bytes[start..<end]).map {
                $0.name + ":" + String(decoding: $0.data, as: UTF8.self)
            }
            start = end
        }
        return found
    }

    private static func events(in text: String, piece: Int = .max) -> [String] {
        var reader = EventStreamReader(limit: 1_000)
        return events(in: text, piece: piece, reader: &reader)
    }

    @Test(arguments: ["\n", "\r", "\r\n"], [1, 2, 5, .max])
    func `each form of line ends, in any pieces`(end: String, piece: Int) {
        let lines = [
            "\u{FEFF}: a comment", "", "data: one", "", "event: now", "data:two", "data:  three",
            "data", "", "data: unfinished",
        ]
        expect(
            Self.events(in: lines.joined(separator: end) + end, piece: piece),
            is: [":one", "now:two\n three\n"])
    }

    @Test func `an event without data is none, and unknown fields are skipped`() {
        expect(Self.events(in: "event: a\n\ndata: b\nfoo: c\nid\n\n: d\n\n"), is: [":b"])
        expect(Self.events(in: "data\n\n"), is: [":"])
        expect(Self.events(in: "data: a: b\n\n"), is: [":a: b"])
    }

    @Test func `identifiers and pauses are remembered`() {
        var reader = EventStreamReader(limit: 1_000)
        _ = Self.events(in: "id: 7\ndata: a\n\nid: 8\n", reader: &reader)
        expect(reader.lastID, is: "7")
        _ = Self.events(in: "data: b\n\nretry: 2500\n\nretry: soon\n\n", reader: &reader)
        expect(reader.lastID, is: "8")
        expect(reader.retry, is: 2_500)
        _ = Self.events(in: "id: a\0b\ndata: c\n\n", reader: &reader)
        expect(reader.lastID, is: "8")
        _ = Self.events(in: "id\ndata: c\n\n", reader: &reader)
        expect(reader.lastID, is: "")
    }

    @Test func `an event that is too large ends all, comments do not add up`() {
        var reader = EventStreamReader(limit: 100)
        let comments = (0..<50).map { _ in ": ping\n" }.joined()
        expect(Self.events(in: comments + "data: a\n\n", reader: &reader), is: [":a"])
        expect(reader.isTooLarge, is: false)
        let large = "data: " + String(repeating: "a", count: 200)
        expect(Self.events(in: large + "\n\ndata: b\n\n", reader: &reader), is: [])
        expect(reader.isTooLarge, is: true)
    }

    @Test func `an event is a text that reads as the same event`() {
        var reader = EventStreamReader(limit: 1_000)
        let event = reader.receive(Array("event: a\ndata: b\ndata:\ndata: c\n\n".utf8))[0]
        expect(
            String(decoding: event.text, as: UTF8.self), is: "event: a\ndata: b\ndata: \ndata: c\n")
        expect(reader.receive(event.text + [0x0A]), is: [event])
    }

    @Test func `the layer tells name and data apart`() {
        var talk = LayerTalk(EventsLayer())
        expect(talk.open(), is: ["ready"])
        expect(talk.receive("event: now\ndata: {}\n"), is: ["message now {}"])
        expect(talk.receive("data: {}\n"), is: ["message {}"])
        expect(talk.receive("{}"), is: ["rejected unexpectedShape"])
    }
}
