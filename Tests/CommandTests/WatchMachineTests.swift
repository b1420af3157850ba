import Expectations
import nphub
import HubClient
import NowPlaying
import Testing

/// A watcher whose connection lasts.
struct WatchMachineTests {
    @Test func `it connects, and subscribes once it is connected`() {
        var watching = Watching()
        expect(watching.when(.started), is: [.connect])
        expect(watching.when(.connected), is: [.subscribe(#"{"view":"nowPlaying"}"#)])
    }

    @Test func `it asks for all that the user asked for`() {
        var settings = WatchMachine.Settings.make(stations: ["one", "two"])
        settings.subscription.query.historyCount = 5
        settings.subscription.query.includesListeners = true
        settings.subscription.minInterval = .milliseconds(2_500)
        settings.subscription.wantsPatches = true
        var watching = Watching(settings)
        expect(
            watching.when([.started, .connected]),
            is: [
                .connect,
                .subscribe(
                    #"{"view":"nowPlaying","stations":["one","two"],"history":5,"#
                        + #""listeners":true,"minInterval":2.5,"patch":true}"#),
            ])
    }

    @Test func `records are printed as they come`() {
        var watching = Watching.following()
        let actions = watching.when([
            .updated(.make(revision: 8, text: #"{"a":1}"#), resume: 8),
            .updated(.make("two", revision: 9, text: #"{"b":2}"#), resume: 9),
        ])
        expect(actions, is: [.print(#"{"a":1}"#), .print(#"{"b":2}"#)])
        expect(watching.nextDeadline, is: nil)
    }

    @Test func `a program is run on changes, with the record or when its values change`() throws {
        var settings = WatchMachine.Settings.make()
        settings.program = try WatchProgram(["do", "--"])
        let first = TestRecord.make()
        var watching = Watching.following(settings, records: [first])
        let next = TestRecord.make(revision: 8, document: 2, text: "{2}")
        let job = WatchJob(owner: "one", arguments: ["do", "--"], input: Array("{2}\n".utf8))
        expect(watching.when(.updated(next, resume: 8)), is: [.run(job)])
        expect(watching.when(.updated(next, resume: 8)), is: [])
        settings.program = try WatchProgram(["do", "{title}"])
        watching = Watching.following(
            settings, records: [.make(state: .playing("Weir"))])
        var line = TestRecord.make(revision: 8, document: 2, state: .playing("Weir", at: 1_000))
        expect(watching.when(.updated(line, resume: 8)), is: [])
        line = .make(revision: 9, document: 3, state: .playing("Sluice"))
        let titled = WatchJob(
            owner: "one", arguments: ["do", "Sluice"], input: Array("{}\n".utf8))
        expect(watching.when(.updated(line, resume: 9)), is: [.run(titled)])
    }

    @Test func `the present state runs a program where only that is wanted`() throws {
        var settings = WatchMachine.Settings.make(once: true)
        settings.program = try WatchProgram(["do"])
        var watching = Watching(settings)
        _ = watching.when([.started, .connected, .subscribed(epoch: "a", recovered: nil)])
        let job = WatchJob(owner: "one", arguments: ["do"], input: Array("{}\n".utf8))
        expect(watching.when(.updated(.make(), resume: 7)), is: [.run(job)])
    }

    @Test func `a line of one station stands alone`() {
        var watching = Watching.following(.make(.plain, stations: ["one"]))
        let record = TestRecord.make(line: "Artist – Title")
        expect(watching.when(.updated(record, resume: 8)), is: [.print("Artist – Title")])
    }

    @Test(arguments: [nil, ["one", "two"]])
    func `a line of several stations says whose it is`(stations: [String]?) {
        var watching = Watching.following(.make(.plain, stations: stations))
        let record = TestRecord.make(line: "Artist – Title")
        expect(watching.when(.updated(record, resume: 8)), is: [.print("one: Artist – Title")])
    }

    @Test func `a station that is gone has an empty line`() {
        let record = TestRecord.make(line: "Artist – Title")
        var watching = Watching.following(.make(.plain, stations: ["one"]), records: [record])
        let removal = TestRecord.make(revision: 8, document: 2)
        expect(watching.when(.updated(removal, resume: 8)), is: [.print("")])
    }

    @Test func `once, it ends as soon as it has everything`() {
        var watching = Watching(.make(once: true))
        _ = watching.when([.started, .connected, .subscribed(epoch: "a", recovered: nil)])
        expect(watching.when(.updated(.make(), resume: 0)), is: [.print("{}")])
        expect(watching.when(.synced(resume: 1)), is: [.disconnect, .end(nil)])
        #expect(watching.when(.updated(.make(document: 2), resume: 2)).isEmpty)
    }

    @Test(arguments: [
        HubClientError.notListening(path: Watching.path),
        .closed(path: Watching.path, reason: nil),
    ])
    func `once, it does not wait for a hub`(error: HubClientError) {
        var watching = Watching(.make(once: true))
        expect(watching.when([.started, .disconnected(error)]), is: [.connect, .end(error)])
    }

    @Test func `it ends when it is interrupted, whatever it does`() {
        var following = Watching.following()
        expect(following.when(.interrupted), is: [.disconnect, .end(nil)])
        #expect(following.when([.interrupted, .woke, .started]).isEmpty)
        var pausing = Watching()
        _ = pausing.when([.started, .disconnected(.notListening(path: Watching.path))])
        expect(pausing.when(.interrupted), is: [.disconnect, .end(nil)])
        expect(pausing.nextDeadline, is: nil)
    }
}
