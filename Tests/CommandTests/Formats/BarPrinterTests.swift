import Expectations
import HubClient
import NowPlaying
import Testing

@testable import Shell
@testable import nphub

/// A watcher that prints for a status bar, in virtual time.
struct BarPrinterTests {
    private static let lost = HubClientError.closed(path: Watching.path, reason: nil)
    private static let absent = HubClientError.notListening(path: Watching.path)

    private func record(_ state: NowPlaying, revision: Int = 1) -> WatchMachine.Input {
        .updated(.make(state.station.id, revision: revision, state: state), resume: 0)
    }

    private func i3bar(_ texts: [(station: String, text: String, title: String)]) -> String {
        let blocks = texts.map {
            #"{"name":"nphub","instance":"\#($0.station)","full_text":"\#($0.text)","short_text":"\#($0.title)","markup":"none"}"#
        }
        return "[\(blocks.joined(separator: ","))]"
    }

    // MARK: i3bar

    @Test func `i3bar gets its header at once, and its first blocks when all are known`() {
        var watching = Watching(.make(.i3bar(nil)))
        expect(watching.when(.started), is: [.print("{\"version\":1}\n["), .connect])
        let told: [WatchMachine.Input] = [
            .connected, .subscribed(epoch: "a", recovered: nil),
            record(.playing("Weir", by: "Mara Ebb", on: "one")),
            record(.playing("Lock", on: "two"), revision: 2),
        ]
        expect(watching.when(told).count, is: 1, "the subscription only")
        expect(
            watching.when(.synced(resume: 2)),
            is: [
                .print(
                    i3bar([("one", "ONE: Mara Ebb – Weir", "Weir"), ("two", "TWO: Lock", "Lock")]))
            ])
        let next = watching.when(record(.playing("Ferry", on: "one"), revision: 3))
        let blocks = i3bar([("one", "ONE: Ferry", "Ferry"), ("two", "TWO: Lock", "Lock")])
        expect(next, is: [.print("," + blocks)])
        #expect(watching.when(record(.playing("Ferry", on: "one"), revision: 4)).isEmpty)
    }

    @Test func `i3bar's array is closed at the end`() {
        var watching = Watching.following(.make(.i3bar(nil), stations: ["one"]))
        expect(watching.when(.interrupted), is: [.disconnect, .print("]"), .end(nil)])
        var once = Watching(.make(.i3bar(nil), stations: ["one"], once: true))
        let all = once.when([
            .started, .connected, .subscribed(epoch: "a", recovered: nil),
            record(.playing("Weir")), .synced(resume: 1),
        ])
        let line = all.map(\.printed).filter { !$0.isEmpty }.joined(separator: "\n")
        expect(line, is: "{\"version\":1}\n[\n" + i3bar([("one", "Weir", "Weir")]) + "\n]")
    }

    @Test func `a block whose station is not heard is set off`() {
        var watching = Watching.following(.make(.i3bar(nil), stations: ["one"]))
        var state = NowPlaying.make()
        state.connection.state = .stale
        let stale = watching.when(record(state)).map(\.printed).joined()
        #expect(stale.contains(##""full_text":"ONE","color":"#888888","markup""##))
    }

    @Test func `a bar that shows positions ticks, but once a second for all of them`() throws {
        let template = try Template("{elapsed}")
        var watching = Watching.following(
            .make(.i3bar(template)),
            records: [
                .make("one", state: .playing("Weir", at: 0, on: "one")),
                .make("two", state: .playing("Lock", at: 700, on: "two")),
            ])
        for (wait, one, two) in [(301, "0:00", "0:01"), (1_000, "0:01", "0:02")] as [(Int64, _, _)]
        {
            let (waited, actions) = watching.whenDue()
            expect(waited.milliseconds, is: wait)
            let text = actions.map(\.printed).joined()
            #expect(text.contains(#""one","full_text":"\#(one)""#))
            #expect(text.contains(#""two","full_text":"\#(two)""#))
        }
    }

    // MARK: Waybar

    @Test func `waybar gets the station with its text, tooltip and states`() {
        var watching = Watching.following(.make(.waybar(nil), stations: ["one"]))
        var state = NowPlaying.playing("Weir <live> & \"more\"", by: "Mara's Ebb")
        state.track?.album = "Low Water"
        state.live = LiveStreamer(streamer: "DJ Ebb")
        state.next = UpcomingTrack(title: "Lock")
        expect(
            watching.when(record(state)),
            is: [
                .print(
                    #"{"text":"Mara&#39;s Ebb – Weir &lt;live&gt; &amp; &quot;more&quot;","#
                        + #""tooltip":"ONE\rMara&#39;s Ebb – Weir &lt;live&gt; &amp; &quot;more&quot;\rLow Water\rOn air: DJ Ebb\rNext: Lock","#
                        + #""class":["playing","live","on-air"],"alt":"playing"}"#)
            ])
    }

    @Test(
        arguments: [
            (.live, true, .playing, "playing live"),
            (.live, nil, .paused, "paused live"), (.live, nil, nil, "live"),
            (.live, false, .stopped, "offline stopped live"),
            (.stale, true, .playing, "stale playing"),
            (.stopped, nil, .stopped, "stopped"), (.connecting, nil, nil, "connecting"),
        ] as [(StationConnection.State, Bool?, Playback.State?, String)])
    func `what matters most about a station is its first state`(
        connection: StationConnection.State, online: Bool?, playback: Playback.State?,
        expected: String
    ) {
        let state = NowPlaying.make {
            $0.connection.state = connection
            $0.online = online
            $0.playback = playback.map { Playback(state: $0, rate: 0) }
        }
        expect(state.barStates, is: expected.split(separator: " ").map(String.init))
    }

    @Test func `a bracket is escaped even under an accent`() {
        expect("a<\u{301}b>&'\"".escapedForPango, is: "a&lt;\u{301}b&gt;&amp;&#39;&quot;")
    }

    @Test func `of several stations waybar shows the one whose line changed last`() {
        var watching = Watching.following(
            .make(.waybar(nil)),
            records: [
                .make("one", revision: 8, state: .playing("Weir", on: "one")),
                .make("two", revision: 3, state: .playing("Lock", on: "two")),
            ])
        var stale = NowPlaying.playing("Lock", on: "two")
        stale.connection.state = .stale
        let quiet = watching.when(record(stale, revision: 9)).map(\.printed).joined()
        #expect(quiet.isEmpty, "nothing of it shows")
        let next = watching.when(record(.playing("Ferry", on: "two"), revision: 10))
        expect(
            next,
            is: [
                .print(
                    #"{"text":"TWO: Ferry","tooltip":"ONE: Weir\rTWO: Ferry","#
                        + #""class":["playing","live"],"alt":"playing"}"#)
            ])
    }

    @Test func `more stations than a bar has room for are counted`() {
        let states = (1...40).map { NowPlaying.playing("Weir", on: "s\($0)") }
        let content = BarContent(
            stations: Array(states.prefix(32)), stationCount: 40, newest: states[39], problem: nil,
            now: Watching.began)
        let line = WaybarLine.document(of: content, BarText(template: nil, namesStation: true))
        #expect(String(decoding: line, as: UTF8.self).contains(#"S32: Weir\r… and 8 more","#))
    }

    @Test func `without a hub waybar is told so once, and keeps what it had`() {
        var watching = Watching(.make(.waybar(nil), stations: ["one"]))
        let first = watching.when([.started, .disconnected(Self.absent)])
        #expect(first[1].printed.hasPrefix(#"{"text":"","tooltip":"no hub listens"#))
        #expect(first[1].printed.hasSuffix(#""class":["disconnected"],"alt":"disconnected"}"#))
        _ = watching.whenDue()
        #expect(watching.when(.disconnected(Self.absent)).isEmpty)
        _ = watching.whenDue()
        let back = watching.when([
            .connected, .subscribed(epoch: "a", recovered: nil), record(.playing("Weir")),
            .synced(resume: 1),
        ])
        expect(
            back[1].printed,
            is: #"{"text":"Weir","tooltip":"ONE\rWeir","class":["playing","live"],"alt":"playing"}"#
        )
        let lost = watching.when(.disconnected(Self.lost)).map(\.printed).joined()
        #expect(lost.hasPrefix(#"{"text":"Weir","tooltip":"the hub at"#))
        #expect(lost.contains(#""class":["disconnected","playing","live"],"alt":"disconnected""#))
    }

    @Test func `a station that a restart lost leaves the bar`() {
        var watching = Watching.following(
            .make(.i3bar(nil)),
            records: [
                .make("one", state: .playing("Weir", on: "one")),
                .make("two", state: .playing("Lock", on: "two")),
            ])
        _ = watching.when(.disconnected(Self.lost))
        _ = watching.whenDue()
        _ = watching.when(.connected)
        let actions = watching.when([
            .subscribed(epoch: "b", recovered: false), record(.playing("Lock", on: "two")),
            .synced(resume: 1),
        ])
        expect(actions.first?.printed, is: "," + i3bar([("two", "TWO: Lock", "Lock")]))
    }
}
