import Expectations
import NowPlaying
import Support
import Testing

@testable import Shell

/// The table of stations on a terminal, in virtual time.
struct LiveTableTests {
    fileprivate static let began = Timestamp(milliseconds: 1_700_000_000_000)

    private func at(_ milliseconds: Int64) -> Moment {
        Moment(
            monotonic: Instant(milliseconds: milliseconds),
            wall: Self.began + .milliseconds(milliseconds))
    }

    private func state(
        _ name: String, _ title: String? = nil, by artist: String? = nil, elapsed: Int64? = nil,
        of duration: Int64? = nil, _ connection: StationConnection.State = .live,
        reason: String? = nil
    ) -> NowPlaying {
        var state = NowPlaying(
            station: Station(id: name, name: name),
            connection: StationConnection(
                state: connection,
                reason: reason.map { StationConnection.Reason(code: "refused", text: $0) },
                since: Self.began))
        state.track = title.map { Track(id: $0, title: $0) }
        state.track?.artist = artist
        let anchor = elapsed.map {
            Anchor(
                elapsed: .seconds($0), asOf: Self.began, startedAt: Self.began - .seconds($0),
                quality: .exact)
        }
        state.playback = Playback(
            state: .playing, rate: 1, anchor: anchor, duration: duration.map { .seconds($0) })
        return state
    }

    private func live(columns: Int = 80, rows: Int = 10, _ states: [NowPlaying]) -> LiveTable {
        var form = ScreenForm()
        form.size = ScreenSize(columns: columns, rows: rows)
        var live = LiveTable(form)
        for state in states { live.update(state.station.name, to: state) }
        live.table.complete()
        return live
    }

    private func picture(of live: LiveTable, width: Int, height: Int?, after: Int64 = 0) -> String {
        StationTableRenderer(width: width, height: height, now: at(after).wall)
            .lines(of: live.table).map(\.text).joined(separator: "\n")
    }

    private var several: [NowPlaying] {
        var offline = state("Wackelkontakt")
        offline.online = false
        return [
            state("Kanalrand FM", "Weir", by: "Mara Ebb", elapsed: 42, of: 190),
            state("夜明けラジオ", "春を待つ鍵", by: "夜明けの自転車", elapsed: 7),
            offline, state("Tidal", nil, .failing, reason: "no such host"),
        ]
    }

    @Test func `a station is a line with its state, what plays, and the position`() {
        expect(
            picture(of: live(several), width: 80, height: 10),
            is: """
                 2 live · 1 offline · 1 failing
                ────────────────────────────────────────────────────────────────────────────────
                 Tidal          ✕ failing    no such host
                 Wackelkontakt  ○ offline
                 Kanalrand FM   ● live       Mara Ebb – Weir                          0:42/3:10
                 夜明けラジオ   ● live       夜明けの自転車 – 春を待つ鍵                   0:07


                ────────────────────────────────────────────────────────────────────────────────
                 ↑↓ scroll · f only trouble · q quit
                """)
    }

    @Test func `a wide terminal has a bar, a narrow one only the symbol`() {
        let wide = picture(of: live(several), width: 110, height: 10)
        #expect(wide.contains("━━────────── 0:42/3:10"))
        let narrow = picture(of: live(several), width: 40, height: 10).split(separator: "\n")
        expect(narrow[4], is: " Kanalrand…  ● Mara Ebb – We… 0:42/3:10")
        for width in [1, 5, 20, 79, 200] {
            let lines = StationTableRenderer(width: width, height: 10, now: Self.began)
                .lines(of: live(several).table)
            #expect(lines.allSatisfy { $0.columns <= width })
            expect(lines.count, is: 10)
        }
    }

    @Test func `stations that need care come first, and those that connect keep their place`() {
        var live = live([state("a"), state("b", nil, .connecting), state("c"), state("d")])
        live.update("d", to: state("d", nil, .failing, reason: "no such host"))
        live.update("c", to: state("c", nil, .stale))
        expect(live.table.rows(atMost: 9).map(\.state.station.id), is: ["d", "c", "a", "b"])
        live.update("d", to: state("d"))
        expect(live.table.rows(atMost: 2).map(\.state.station.id), is: ["c", "a"])
        live.update("c", to: nil)
        expect(live.table.rows(atMost: 9).map(\.state.station.id), is: ["a", "b", "d"])
    }

    @Test func `2,000 stations scroll, and their number is told`() {
        var live = live(columns: 60, rows: 10, (1...2_000).map { state("s\($0)") })
        #expect(picture(of: live, width: 60, height: 10).contains(" 1–6 of 2,000"))
        #expect(picture(of: live, width: 60, height: 10).hasPrefix(" 2,000 live\n"))
        _ = live.press(.pageDown, at: at(0))
        #expect(picture(of: live, width: 60, height: 10).contains(" 6–11 of 2,000"))
        _ = live.press(.end, at: at(0))
        #expect(picture(of: live, width: 60, height: 10).contains(" 1,995–2,000 of 2,000"))
        _ = live.press(.down, at: at(0))
        _ = live.press(.up, at: at(0))
        #expect(picture(of: live, width: 60, height: 10).contains(" 1,994–1,999 of 2,000"))
        // Larger than before: no room stays empty while there are rows above.
        _ = live.resize(to: ScreenSize(columns: 60, rows: 24), at: at(0))
        #expect(picture(of: live, width: 60, height: 24).contains(" 1,981–2,000 of 2,000"))
    }

    @Test func `f leaves only the stations that are not live`() {
        var live = live(several)
        _ = live.press(.character("f"), at: at(0))
        let shown = picture(of: live, width: 80, height: 10)
        #expect(!shown.contains("Kanalrand") && shown.contains("Wacke") && shown.contains("Tidal"))
        for name in ["Wackelkontakt", "Tidal"] { live.update(name, to: state(name)) }
        #expect(picture(of: live, width: 80, height: 10).contains("All 4 stations are live, and"))
        _ = live.press(.character("f"), at: at(0))
        #expect(picture(of: live, width: 80, height: 10).contains("Kanalrand"))
        expect(live.press(.character("q"), at: at(0)), is: nil)
    }

    @Test func `only changed lines are written, and at most every 50 ms`() {
        var live = live(several)
        let first = String(decoding: live.changed(at: at(0)), as: UTF8.self)
        #expect(first.hasPrefix("\u{1B}[0m\u{1B}[2J") && first.contains("Weir"))
        for title in ["Lock", "Sluice"] {
            live.update("夜明けラジオ", to: state("夜明けラジオ", title))
            #expect(live.changed(at: at(20)).isEmpty)
        }
        expect(live.nextDeadline, is: at(50).monotonic)
        let next = String(decoding: live.woke(at: at(50)), as: UTF8.self)
        #expect(next.contains("Sluice") && !next.contains("Weir") && !next.contains("2J"))
    }

    @Test func `positions move once a second, and nothing is written where none is seen`() {
        var live = live(several)
        _ = live.changed(at: at(300))
        expect(live.nextDeadline, is: at(1_000).monotonic)
        #expect(live.woke(at: at(999)).isEmpty)
        let moved = String(decoding: live.woke(at: at(1_000)), as: UTF8.self)
        #expect(moved.contains("0:43/3:10") && moved.contains("0:08"))
        expect(live.nextDeadline, is: at(2_000).monotonic)
        _ = live.press(.character("f"), at: at(1_100))
        // Then the first of the titles is stuck.
        expect(live.nextDeadline, is: at(1_200_000 - 42_000).monotonic)
    }

    // MARK: The age of a title

    @Test func `a title without a position is as old as it is, to the minute`() {
        var live = live(columns: 60, rows: 8, [state("a", "Weir"), state("b")])
        #expect(String(decoding: live.changed(at: at(0)), as: UTF8.self).contains("Weir"))
        expect(live.nextDeadline, is: at(60_000).monotonic)
        #expect(live.woke(at: at(59_999)).isEmpty)
        _ = live.woke(at: at(60_000))
        let lines = picture(of: live, width: 60, height: 8, after: 60_000).split(separator: "\n")
        expect(lines[2], is: " a  ● live       Weir                                 1 min")
        expect(lines[3], is: " b  ● live                                            1 min")
        expect(live.nextDeadline, is: at(120_000).monotonic)
        live.update("a", to: state("a", "Lock"), at: at(90_000).wall)
        let later = picture(of: live, width: 60, height: 8, after: 120_000)
        #expect(later.contains("2 min") && later.contains("Lock\n"))
    }

    @Test func `a wide terminal has the age beside the position`() {
        let live = live([state("a", "Weir", elapsed: 300, of: 600), state("b", "Lock")])
        let lines = picture(of: live, width: 110, height: 8).split(separator: "\n")
        #expect(lines[2].hasSuffix("━━━━━━────── 5:00/10:00   5 min"))
        #expect(!lines[3].contains("min"))
        #expect(!picture(of: live, width: 80, height: 8).contains("5 min"))
    }

    @Test func `a title that does not move, or does not come, is trouble after 20 minutes`() {
        var live = live([
            state("a", "Weir", elapsed: 30, of: 190), state("b"), state("c", nil, .failing),
        ])
        _ = live.changed(at: at(1_169_000))
        expect(live.table.count(of: .stuck), is: 0)
        _ = live.woke(at: at(1_170_000))
        expect(live.table.rows(atMost: 9).map(\.state.station.id), is: ["c", "a", "b"])
        _ = live.press(.character("f"), at: at(1_200_000))
        let shown = picture(of: live, width: 80, height: 8, after: 1_200_000)
        #expect(shown.hasPrefix(" 2 stuck · 1 failing\n"))
        #expect(shown.contains(/\ a  ◉ stuck      Weir +20 min\n b  ◉ stuck +20 min\n/))
        live.update("a", to: state("a", "Lock"), at: at(1_200_000).wall)
        live.update("b", to: state("b", "Rain"), at: at(1_200_000).wall)
        expect(live.table.count(of: .stuck), is: 0)
        expect(live.table.rows(atMost: 9).map(\.state.station.id), is: ["c"])
    }

    @Test func `a station that is off air, paused or shows a programme is never stuck`() {
        var (off, paused, show) = (state("off"), state("paused", "Weir"), state("show"))
        off.online = false
        paused.playback?.state = .paused
        show.programme = Programme(title: "Dawn")
        var live = live([off, paused, show])
        _ = live.changed(at: at(86_400_000))
        expect(live.table.count(of: .stuck), is: 0)
    }

    @Test func `stations that a hub no longer tells of are gone, and a problem stays until then`() {
        var live = live(several)
        live.table.problem = "the hub is gone"
        #expect(picture(of: live, width: 80, height: 10).contains("! the hub is gone"))
        live.table.begin()
        live.update("Tidal", to: state("Tidal"))
        #expect(picture(of: live, width: 80, height: 10).contains("Kanalrand"))
        live.table.complete()
        let after = picture(of: live, width: 80, height: 10)
        #expect(after.hasPrefix(" 1 live\n") && !after.contains("Kanalrand"))
        #expect(!after.contains("! "))
    }

    @Test func `log lines stand below the table, the newest four, without controls`() {
        var live = live(several)
        for number in 1...5 { live.table.note("line \(number)\u{1B}[2J") }
        let shown = picture(of: live, width: 80, height: 14)
        #expect(!shown.contains("line 1") && shown.contains(" line 2 [2J\n line 3"))
        expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count, is: 14)
    }

    @Test func `a line of the log is shown to its end, where the reason stands`() {
        var live = live(columns: 40, rows: 14, several)
        live.table.note("an older line of the log, which takes two lines")
        live.table.note(
            "18:02:11 warning link failed link=12 url=wss://radio.example/live reason=\"refused\"")
        let shown = picture(of: live, width: 40, height: 14)
        expect(
            shown.split(separator: "\n").suffix(5).prefix(3),
            is: [
                " 18:02:11 warning link failed link=12", "   url=wss://radio.example/live",
                "   reason=\"refused\"",
            ])
        #expect(!shown.contains("older"))
        // A line without end leaves room for the stations.
        live.table.note(String(repeating: "x", count: 400))
        let long = picture(of: live, width: 40, height: 14).split(separator: "\n")
        #expect(long.filter { $0.contains("xxx") }.count == 4 && long[2].contains("Tidal"))
        #expect(long.allSatisfy { String($0).columns <= 40 })
    }

    @Test func `an address above the table is shown whole`() {
        var live = live(columns: 20, rows: 10, several)
        live.table.banner = "http://127.0.0.1:8420/#token=411f18"
        let lines = picture(of: live, width: 20, height: 10).split(separator: "\n")
        expect(lines[1...2], is: ["http://127.0.0.1:842", "0/#token=411f18"])
    }

    @Test func `printed once it is as long as it takes`() {
        var live = LiveTable(ScreenForm())
        #expect(live.changed(at: at(0)).isEmpty)
        expect(live.nextDeadline, is: nil)
        for number in 1...100 { live.update("s\(number)", to: state("s\(number)")) }
        let lines = String(decoding: live.printed(at: Self.began), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines.count == 101 && lines[0] == " 100 live")
        #expect(lines.allSatisfy { $0.count <= 72 })
    }
}

extension LiveTable {
    fileprivate mutating func update(
        _ station: String, to state: NowPlaying?,
        at now: Timestamp = LiveTableTests.began
    ) {
        table.update(station, to: state, at: now)
    }
}
