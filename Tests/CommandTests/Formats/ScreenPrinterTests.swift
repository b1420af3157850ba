import Expectations
import HubClient
import NowPlaying
import Shell
import TestSupport
import Testing

@testable import nphub

/// A watcher that draws, in virtual time.
struct ScreenPrinterTests {
    private static let lost = HubClientError.closed(path: Watching.path, reason: nil)

    /// Connected, and told the car's document and the lock screen.
    private func watching(on size: ScreenSize? = nil) throws -> Watching {
        var settings = WatchMachine.Settings(
            HubSubscription(HubQuery(.carPlay)), format: .screen)
        settings.companion = HubSubscription(HubQuery(.lockScreen))
        settings.screen.size = size
        settings.screen.isColoured = true
        var watching = Watching(settings)
        let began = watching.when([.started, .connected])
        expect(
            began.suffix(2),
            is: [
                .subscribe(#"{"view":"carPlay"}"#), .subscribe(#"{"view":"lockScreen"}"#, call: 2),
            ])
        let early = watching.when([
            .subscribed(epoch: "a", recovered: nil), try car(), .synced(resume: 1),
            .subscribed(2, epoch: "a", recovered: nil), try lock(),
        ])
        #expect(early.isEmpty)
        return watching
    }

    private func record(
        _ content: String, of subscription: Int = 1, revision: Int = 1
    ) throws -> WatchMachine.Input {
        let line = CarFixtures.line(content, of: subscription, revision: revision, resume: revision)
        return .received(try HubMessage(line.utf8), .unread)
    }

    private func car() throws -> WatchMachine.Input {
        try record(#""carPlay":\#(CarFixtures.document)"#)
    }

    private func lock(_ lock: String = CarFixtures.lock()) throws -> WatchMachine.Input {
        try record(#""lockScreen":\#(lock)"#, of: 2)
    }

    private func key(_ key: ScreenKey) -> WatchMachine.Input { .took(.pressed(key)) }

    private func lines(_ actions: [WatchMachine.Action]) -> [String] {
        actions.map(\.printed).joined().split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `elsewhere than on a terminal a picture is printed for each change`() throws {
        var watching = try watching()
        let first = lines(watching.when(.synced(2, resume: 1)))
        expect(first.first, is: "[Stations]  Recent •   +1")
        expect(first.last, is: "")
        let rows = try record(
            #""rows":{"stations/one":{"detailText":"Mara Ebb – Sluice"}}"#, revision: 2)
        #expect(
            lines(watching.when(rows))[3].hasPrefix("  Mara Ebb – Sluice "))
        #expect(watching.when(rows).isEmpty)
        expect(watching.nextDeadline, is: nil)
        #expect(watching.when(.disconnected(Self.lost)).allSatisfy { $0.printed.isEmpty })
    }

    @Test func `templates that changed alone are shown among those that stay`() throws {
        var watching = try watching()
        _ = watching.when(try car())
        _ = watching.when(.synced(2, resume: 1))
        let templates = try record(
            #""rows":{"recent":{"showsTabBadge":null}},"templates":{"streams/one":null,"#
                + #""more":{"id":"more","type":"list","title":"More","sections":[]},"stations":"#
                + CarFixtures.stations.split(separator: "Kanalrand").joined(separator: "Tidal")
                + "}", revision: 2)
        let picture = lines(watching.when(templates)).joined(separator: "\n")
        #expect(picture.contains("Tidal FM") && !picture.contains("Kanalrand FM"))
        #expect(picture.contains("Recent"))
    }

    @Test func `an alert of the hub's says why, without what would move a cursor`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let event = try HubMessage(
            #"""
            {"jsonrpc":"2.0","method":"event","params":{"session":"main","id":1,"present":"alert",
             "alert":{"id":"alert","type":"alert","titleVariants":["No tuner\u001b[2J","No"],
             "actions":[]}}}
            """#.utf8)
        let shown = watching.when(.received(event, .unread)).map(\.painted).joined()
        #expect(shown.contains("No tuner") && !shown.contains("\u{1B}[2J"))
    }

    @Test func `an invitation leads to now playing, whose position moves by itself`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when([.synced(2, resume: 1), .took(.invited(to: "nowPlaying"))])
        var moved: [String] = []
        for _ in 1...3 { moved += watching.whenDue().actions.map(\.painted) }
        expect(
            moved,
            is: (1...3).map {
                "\u{1B}[8;1H\u{1B}[K  \u{1B}[32m▶\u{1B}[0m 1:4\($0)\u{1B}[32m  ● LIVE\u{1B}[0m"
            })
        let paused = try lock(CarFixtures.lock(state: "paused", rate: 0))
        #expect(watching.when(paused).map(\.painted).joined().contains("‖"))
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `nothing is drawn while a list is looked at and nothing happens`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `a tap sends its command for the session, and the answer is followed`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let sent = watching.when(key(.enter))
        expect(
            sent.last,
            is: .call("command", #"{"session":"main","action":"select","station":"one"}"#, 3))
        let followed = watching.when(.took(.answered(.success("present:nowPlaying"))))
        #expect(followed.map(\.painted).joined().contains("‹ Now playing"))
        #expect(watching.when(.took(.answered(.success(nil)))).isEmpty)
    }

    @Test func `a refusal is an alert with the hub's reason`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let refusal = HubRefusal(code: -32_005, message: "nothing to\nrewind to")
        let text = watching.when(.took(.answered(.failure(refusal)))).map(\.painted).joined()
        #expect(text.contains("Not possible just now") && text.contains("nothing to rewind to"))
        #expect(
            !watching.when(key(.enter)).contains { if case .send = $0 { true } else { false } })
    }

    @Test func `another size has everything painted anew`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let size = ScreenSize(columns: 30, rows: 9)
        let text = watching.when(.took(.resized(size))).map(\.painted).joined()
        #expect(text.contains("\u{1B}[2J") && text.contains("\u{1B}[9;1H"))
        #expect(!text.contains("\u{1B}[10;1H"))
    }

    @Test func `a hub that is gone is told on the screen, and it goes on when it is back`() throws {
        var watching = try watching(on: ScreenSize(columns: 72, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let gone = watching.when(.disconnected(Self.lost)).map(\.painted).joined()
        #expect(gone.contains("! the hub at \(Watching.path) ended the connection"))
        expect(watching.whenDue().actions, is: [.connect])
        expect(
            watching.when(.connected),
            is: [
                .subscribe(#"{"view":"carPlay","since":{"epoch":"a","revision":1}}"#),
                .subscribe(
                    #"{"view":"lockScreen","since":{"epoch":"a","revision":1}}"#, call: 2),
            ])
        let back = watching.when([
            .subscribed(epoch: "b", recovered: false), try car(), .synced(resume: 1),
            .subscribed(2, epoch: "b", recovered: false), try lock(), .synced(2, resume: 1),
        ])
        #expect(!back.map(\.painted).joined().contains("! the hub"))
        #expect(back.map(\.painted).joined().contains("────"))
    }

    @Test func `q ends it, and the end of the session is told`() throws {
        var watching = try watching(on: ScreenSize(columns: 48, rows: 14))
        _ = watching.when(.synced(2, resume: 1))
        let over = try record(#""removed":true"#, revision: 2)
        let told = watching.when(over).map(\.painted).joined()
        #expect(told.contains("The session is over."))
        expect(watching.when(key(.character("q"))).suffix(2), is: [.disconnect, .end(nil)])
    }
}

extension WatchMachine.Action {
    /// All that it writes to a screen.
    fileprivate var painted: String {
        guard case .print(let bytes) = self else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
