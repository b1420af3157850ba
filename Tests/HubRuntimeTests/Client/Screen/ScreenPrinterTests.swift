import JSON
import NowPlaying
import Testing
import Views

@testable import HubRuntime

/// A watcher that draws, in virtual time.
struct ScreenPrinterTests {
    private static let lost = HubClientError.closed(path: Watching.path, reason: nil)

    /// Connected, and told the car's document and the lock screen.
    private func watching(on size: ScreenSize? = nil) throws -> Watching {
        var settings = WatchSession.Settings(
            request: WatchRequest(RecordQuery(view: .carPlay)), format: .screen)
        settings.companion = WatchRequest(RecordQuery(view: .lockScreen))
        settings.screen.size = size
        settings.screen.isColoured = true
        var watching = Watching(settings)
        let began = watching.when([.started, .connected])
        #expect(
            began.suffix(2) == [
                .subscribe(#"{"view":"carPlay"}"#), .subscribe(#"{"view":"lockScreen"}"#),
            ])
        let early = watching.when([
            .subscribed(epoch: "a", recovered: nil), .updated(try car(), resume: 0),
            .synced(resume: 1), .subscribed(epoch: "a", recovered: nil),
            .updated(try lock(), resume: 0),
        ])
        #expect(early.isEmpty)
        return watching
    }

    private func car() throws -> WatchedRecord {
        try CarFixtures.record(#""carPlay":\#(CarFixtures.document)"#)
    }

    private func lock(_ lock: String = CarFixtures.lock()) throws -> WatchedRecord {
        try CarFixtures.record(#""lockScreen":\#(lock)"#)
    }

    private func key(_ key: ScreenKey) -> WatchSession.Event { .took(.pressed(key)) }

    private func lines(_ actions: [WatchSession.Action]) -> [String] {
        actions.map(\.printed).joined().split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `elsewhere than on a terminal a picture is printed for each change`() throws {
        var watching = try watching()
        let first = lines(watching.when(.synced(resume: 1)))
        #expect(first.first == "[Stations]  Recent •   +1" && first.last == "")
        let rows = try CarFixtures.record(
            #""rows":{"stations/one":{"detailText":"Mara Ebb – Sluice"}}"#, revision: 2)
        #expect(
            lines(watching.when(.updated(rows, resume: 2)))[3].hasPrefix("  Mara Ebb – Sluice "))
        #expect(watching.when(.updated(rows, resume: 2)).isEmpty)
        #expect(watching.nextDeadline == nil)
        #expect(watching.when(.disconnected(Self.lost)).allSatisfy { $0.printed.isEmpty })
    }

    @Test func `templates that changed alone are shown among those that stay`() throws {
        var watching = try watching()
        _ = watching.when(.updated(try car(), resume: 1))
        _ = watching.when(.synced(resume: 1))
        let templates = try CarFixtures.record(
            #""rows":{"recent":{"showsTabBadge":null}},"templates":{"streams/one":null,"#
                + #""more":{"id":"more","type":"list","title":"More","sections":[]},"stations":"#
                + CarFixtures.stations.split(separator: "Kanalrand").joined(separator: "Tidal")
                + "}", revision: 2)
        let picture = lines(watching.when(.updated(templates, resume: 2))).joined(separator: "\n")
        #expect(picture.contains("Tidal FM") && !picture.contains("Kanalrand FM"))
        #expect(picture.contains("Recent"))
    }

    @Test func `an alert of the hub's says why, without what would move a cursor`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let event = try JSONParser(maximumLength: 1_000).parse(
            Array(
                #"{"present":"alert","alert":{"titleVariants":["No tuner\u001b[2J","No"]}}"#.utf8)
        ) { WatchSession.Event("event", $0) }
        let shown = watching.when(try #require(event)).map(\.painted).joined()
        #expect(shown.contains("No tuner") && !shown.contains("\u{1B}[2J"))
    }

    @Test func `an invitation leads to now playing, whose position moves by itself`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when([.synced(resume: 1), .took(.invited(to: "nowPlaying"))])
        var moved: [String] = []
        for _ in 1...3 { moved += watching.whenDue().actions.map(\.painted) }
        #expect(
            moved
                == (1...3).map {
                    "\u{1B}[8;1H\u{1B}[K  \u{1B}[32m▶\u{1B}[0m 1:4\($0)\u{1B}[32m  ● LIVE\u{1B}[0m"
                })
        let paused = try lock(CarFixtures.lock(state: "paused", rate: 0))
        #expect(watching.when(.updated(paused, resume: 2)).map(\.painted).joined().contains("‖"))
        #expect(watching.nextDeadline == nil)
    }

    @Test func `nothing is drawn while a list is looked at and nothing happens`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        #expect(watching.nextDeadline == nil)
    }

    @Test func `a tap sends its command for the session, and the answer is followed`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let sent = watching.when(key(.enter))
        #expect(
            sent.last
                == .command(Array(#"{"session":"main","action":"select","station":"one"}"#.utf8)))
        let followed = watching.when(.took(.answered(.success("present:nowPlaying"))))
        #expect(followed.map(\.painted).joined().contains("‹ Now playing"))
        #expect(watching.when(.took(.answered(.success(nil)))).isEmpty)
    }

    @Test func `a refusal is an alert with the hub's reason`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let refusal = HubRefusal(code: -32_005, message: "nothing to\nrewind to")
        let text = watching.when(.took(.answered(.failure(refusal)))).map(\.painted).joined()
        #expect(text.contains("Not possible just now") && text.contains("nothing to rewind to"))
        #expect(
            !watching.when(key(.enter)).contains { if case .command = $0 { true } else { false } })
    }

    @Test func `another size has everything painted anew`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let size = ScreenSize(columns: 30, rows: 9)
        let text = watching.when(.took(.resized(size))).map(\.painted).joined()
        #expect(text.contains("\u{1B}[2J") && text.contains("\u{1B}[9;1H"))
        #expect(!text.contains("\u{1B}[10;1H"))
    }

    @Test func `a hub that is gone is told on the screen, and it goes on when it is back`() throws {
        var watching = try watching(on: ScreenSize(columns: 72, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let gone = watching.when(.disconnected(Self.lost)).map(\.painted).joined()
        #expect(gone.contains("! the hub at \(Watching.path) ended the connection"))
        #expect(watching.whenDue().actions == [.connect])
        // Whoever holds two documents asks for both anew.
        #expect(
            watching.when(.connected) == [
                .subscribe(#"{"view":"carPlay"}"#), .subscribe(#"{"view":"lockScreen"}"#),
            ])
        let back = watching.when([
            .subscribed(epoch: "b", recovered: nil), .updated(try car(), resume: 0),
            .synced(resume: 1), .subscribed(epoch: "b", recovered: nil),
            .updated(try lock(), resume: 0), .synced(resume: 1),
        ])
        #expect(!back.map(\.painted).joined().contains("! the hub"))
        #expect(back.map(\.painted).joined().contains("────"))
    }

    @Test func `q ends it, and the end of the session is told`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(resume: 1))
        let over = try CarFixtures.record(#""removed":true"#, revision: 2)
        let told = watching.when(.updated(over, resume: 2)).map(\.painted).joined()
        #expect(told.contains("The session is over."))
        #expect(watching.when(key(.character("q"))).suffix(2) == [.disconnect, .end(nil)])
    }
}

extension WatchSession.Action {
    /// All that it writes to a screen.
    fileprivate var painted: String {
        guard case .print(let bytes) = self else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
