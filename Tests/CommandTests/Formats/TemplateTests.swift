import Expectations
import NowPlaying
import Testing

@testable import Shell
@testable import nphub

struct TemplateTests {
    private static let full = NowPlaying.playing("Weir", by: "Mara Ebb", at: 65_999, of: 3_600_000)

    private func text(
        _ template: String, for state: NowPlaying = full, after seconds: Int64 = 0
    ) throws -> String {
        try Template(template).text(for: state, at: Watching.began + .seconds(seconds))
    }

    @Test func `fields stand for what is known, and for nothing where it is not`() throws {
        var state = Self.full
        state.track?.album = "Low Water"
        state.live = LiveStreamer(streamer: "DJ Ebb")
        state.programme = Programme(title: "Tides")
        let all =
            "{station}/{artist}/{title}/{album}/{elapsed}/{duration}/{streamer}/{programme}/{state}"
        try expect(
            text(all, for: state),
            is: "ONE/Mara Ebb/Weir/Low Water/1:05/1:00:00/DJ Ebb/Tides/playing")
        try expect(text(all, for: .make()), is: "ONE////////")
    }

    @Test func `a template names the station, its pictures, what follows and why it is not live`()
        throws
    {
        var state = Self.full
        state.station.url = "https://one.example"
        state.track?.artworkURL = "https://one.example/weir.png"
        state.next = UpcomingTrack(title: "Sluice")
        state.listeners = Listeners(current: 7)
        state.connection.reason = .init(code: "noSuchHost", text: "no such host")
        try expect(
            text("{id} {url} {artwork} {next} {listeners} {reason}", for: state),
            is: "one https://one.example https://one.example/weir.png Sluice 7 no such host")
        state.next?.artist = "Mara Ebb"
        try expect(text("{next}", for: state), is: "Mara Ebb – Sluice")
    }

    @Test func `a template names every field of a track, and none that there is not`() throws {
        var state = Self.full
        state.track?.year = 1994
        state.track?.composer = "Mara Ebb"
        state.track?.season = 2
        state.track?.episode = 7
        state.track?.links = [
            TrackLink(service: "qobuz", address: "https://q.example/1"),
            TrackLink(service: "spotify", address: "https://s.example/1"),
        ]
        try expect(
            text(
                "{title}[ ({year})][ of {label}] by {composer}, {season}x{episode}", for: state),
            is: "Weir (1994) by Mara Ebb, 2x7")
        try expect(
            text("{links}", for: state),
            is: "qobuz=https://q.example/1 spotify=https://s.example/1")
        for field in TrackField.all { _ = try Template("{\(field.shortName)}") }
        #expect(throws: TemplateError.self) { try Template("{artworkURL}") }
    }

    @Test func `what is left of a track shrinks as its position grows`() throws {
        try expect(text("{remaining}"), is: "58:54")
        try expect(text("{remaining}", after: 4), is: "58:50")
        try expect(text("{remaining}", after: 86_400), is: "0:00")
        try expect(text("[-{remaining}]", for: .playing("Weir")), is: "")
        #expect(try Template("{remaining}").showsPosition)
    }

    @Test(arguments: [
        ("{title:4}", "Weir"), ("{title:3}", "We…"), ("{title:1}", "…"),
        ("{artist:6}/{title}", "Mara …/Weir"),
    ])
    func `a field with a width is cut with an ellipsis`(template: String, expected: String) throws {
        try expect(text(template), is: expected)
    }

    @Test func `a width counts columns, of which an East Asian letter takes two`() throws {
        try expect(text("{title:5}", for: .playing("夜明けの自転車")), is: "夜明…")
    }

    @Test(arguments: [
        ("[{artist} – ]{title}", "Weir"), ("{title}[ ({elapsed})]", "Weir"),
        ("{title}[ ({state}[, {elapsed} of {duration}])]", "Weir (playing)"),
        ("[no field]", "no field"), ("[a[b[c{artist}]d]e]", "abde"), ("a[]b", "ab"),
    ])
    func `a segment vanishes when a field in it is absent`(template: String, expected: String)
        throws
    {
        try expect(text(template, for: .playing("Weir")), is: expected)
    }

    @Test(arguments: [
        ("{{title}", "{title}"), ("{{{title}}", "{Weir}"), ("{[}{title}{]}", "[Weir]"),
        ("}{title}", "}Weir"), ("", ""), ("♫ {title} 🎶", "♫ Weir 🎶"),
    ])
    func `braces and brackets can be meant as such`(template: String, expected: String) throws {
        try expect(text(template), is: expected)
    }

    @Test(arguments: [
        ("{titel}", 1, "there is no field `{titel}`; did you mean `title`?"),
        ("é {Artist}", 3, "there is no field `{Artist}`; did you mean `artist`?"),
        (
            "{}", 1,
            "there is no field `{}`; known here: `title`, `artist`, `station`, `id`, `url`, `elapsed`, `remaining`, `duration`, `startedAt`, `next`, `streamer`, `programme`, `state`, `reason`, `listeners`, `album`, `genre`, `isrc`, `artwork`, `kind`, `year`, `composer`, `label`, `requestedBy`, `season`, `episode`, `links`"
        ),
        (
            "{title:0}", 1,
            "`0` is not a number of columns from 1 to 1000, as in `{title:30}`"
        ),
        (
            "x {title:}", 3,
            "`` is not a number of columns from 1 to 1000, as in `{title:30}`"
        ),
        ("{title", 1, "`{` is not closed by `}`; a brace is `{{`"),
        ("{ti{title}", 1, "`{` is not closed by `}`; a brace is `{{`"),
        ("{title} [x [y]", 9, "`[` is not closed by `]`; a bracket is `{[}`"),
        ("{title}]", 8, "`]` without a `[` before it; a bracket is `{]}`"),
        (String(repeating: "[", count: 100_000), 9, "more than 8 segments in each other"),
    ])
    func `a mistake is told with its place and what would be right`(
        template: String, place: Int, problem: String
    ) {
        #expect(throws: TemplateError(place: place, problem: problem)) { try Template(template) }
    }

    @Test(arguments: [
        (0, "0:00"), (999, "0:00"), (7_000, "0:07"), (599_999, "9:59"), (600_000, "10:00"),
        (3_599_000, "59:59"), (3_661_000, "1:01:01"), (360_000_000, "100:00:00"), (-5_000, "0:00"),
    ])
    func `lengths are told as players do`(milliseconds: Int64, expected: String) {
        expect(Interval.milliseconds(milliseconds).clockText, is: expected)
    }

    @Test func `the position is that of the moment, and never beyond the track`() throws {
        try expect(text("{elapsed}", after: 4), is: "1:09")
        try expect(text("{elapsed}", after: 86_400), is: "1:00:00")
        try expect(text("{elapsed}", after: -86_400), is: "0:00")
    }

    @Test func `the automation's name is not a person's`() throws {
        let state = NowPlaying.make {
            $0.live = LiveStreamer(streamer: "Autopilot")
            $0.live?.isDefault = true
        }
        try expect(text("{station}[ with {streamer}]", for: state), is: "ONE")
    }

    @Test func `a text that scrolls stands first, then moves by a character each half second`()
        throws
    {
        let state = NowPlaying.playing("春を待つ鍵 Weir", at: 0)
        func seen(_ milliseconds: Int64) throws -> String {
            try Template("{title:8:scroll}").text(
                for: state, at: Watching.began + .milliseconds(milliseconds))
        }
        try expect(seen(0), is: "春を待つ")
        try expect(seen(3_000), is: "春を待つ")
        try expect(seen(3_500), is: "を待つ鍵")
        try expect(seen(4_000), is: "待つ鍵 W")
        // A character of two columns leaves one here.
        try expect(seen(5_000), is: "鍵 Weir ")
        // After the end, a gap, and the beginning again.
        try expect(seen(7_000), is: "ir   春 ")
        try expect(seen(9_500), is: "春を待つ")
        for step in 0..<100 { #expect(try seen(Int64(step) * 500).count <= 8) }
    }

    @Test func `a text that has room does not scroll`() throws {
        let template = try Template("{title:8:scroll}")
        #expect(!template.scrolls(for: .playing("Weir"), at: Watching.began))
        #expect(template.scrolls(for: .playing("A longer title"), at: Watching.began))
        try expect(text("{title:8:scroll}"), is: "Weir")
        #expect(throws: TemplateError.self) { try Template("{title:8:roll}") }
        #expect(throws: TemplateError.self) { try Template("{title:scroll}") }
    }
}
