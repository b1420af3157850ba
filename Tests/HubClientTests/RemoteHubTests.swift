import Expectations
import HubClient
import NowPlaying
import Testing

/// Asynchronous sequences and calls over a hub that a test plays.
@Suite(.timeLimit(.minutes(1)))
struct RemoteHubTests {
    private let script = ScriptedHub()
    private let hub: RemoteHub

    init() {
        hub = RemoteHub(over: script, retry: .zero ... .milliseconds(1))
    }

    private func line(_ update: HubUpdate?) -> String? {
        if case .changed(let record)? = update, case .line(let line) = record.content {
            line
        } else {
            nil
        }
    }

    /// Waits until the hub has no connection.
    private func waitForEnd() async {
        while await !script.open.isEmpty { await Task.yield() }
    }

    @Test func `documents come, and then what changes`() async throws {
        var updates = hub.updates(.line).makeAsyncIterator()
        try expect(line(await updates.next()), is: "1")
        try expect(await updates.next(), is: .synced)
        await script.say(script.update("Weir"))
        try expect(line(await updates.next()), is: "Weir")
        expect(await script.methods, is: ["hello", "subscribe"])
    }

    @Test func `the end of a loop ends the connection`() async throws {
        for try await update in hub.updates(.line) where update == .synced { break }
        await waitForEnd()
        expect(await script.connections, is: 1)
    }

    @Test func `the end of a task ends its loop and the connection`() async throws {
        let count = Task { [hub] in
            var count = 0
            for try await _ in hub.updates(.line) { count += 1 }
            return count
        }
        while await !script.methods.contains("subscribe") { await Task.yield() }
        count.cancel()
        #expect(try await count.value <= 2)
        await waitForEnd()
    }

    @Test func `loops share a connection, which lasts until the last of them ends`() async throws {
        var first = hub.updates(.line).makeAsyncIterator()
        _ = try await first.next()
        for try await update in hub.updates(.line, stations: ["one"]) where update == .synced {
            break
        }
        while await script.methods.last != "unsubscribe" { await Task.yield() }
        expect(await script.connections, is: 1)
        expect(await script.open.count, is: 1)
        try expect(await first.next(), is: .synced)
    }

    @Test func `a loop goes on after an interruption, and says that there was one`() async throws {
        var updates = hub.updates(.line).makeAsyncIterator()
        _ = try await updates.next()
        _ = try await updates.next()
        await script.fail([.notListening(path: "scripted")])
        await script.hangUp()
        guard case .interrupted? = try await updates.next() else {
            Issue.record("no interruption")
            return
        }
        var next = try await updates.next()
        if case .interrupted? = next { next = try await updates.next() }
        expect(line(next), is: "2")
        try expect(await updates.next(), is: .synced)
    }

    @Test func `what waiting would not change ends the loop with the error`() async throws {
        await script.fail([.notPermitted(path: "scripted")])
        await #expect(throws: HubClientError.notPermitted(path: "scripted")) {
            for try await _ in hub.updates(.line) {}
        }
    }

    @Test func `a subscription that is refused ends its loop with the reason`() async throws {
        await script.refuse("subscribe")
        await #expect(
            throws: HubClientError.refused(HubRefusal(code: -32_003, message: "No right"))
        ) {
            for try await _ in hub.updates(.line) {}
        }
    }

    @Test func `a command needs no loop, and brings the answer`() async throws {
        let answer = try await hub.send(SessionAction(.play), to: "car")
        expect(answer.then, is: "pop")
        expect(answer.revision, is: 4)
        await waitForEnd()
        expect(await script.methods, is: ["hello", "command"])
    }

    @Test func `a command while there is no hub fails at once`() async throws {
        await script.fail(Array(repeating: .notListening(path: "scripted"), count: 10_000))
        var updates = hub.updates(.line).makeAsyncIterator()
        _ = try await updates.next()
        await #expect(throws: HubClientError.notListening(path: "scripted")) {
            try await hub.send(SessionAction(.play))
        }
    }

    @Test func `what a player last reported is reported again after an interruption`() async throws
    {
        var updates = hub.updates(.line, session: "main").makeAsyncIterator()
        _ = try await updates.next()
        try await hub.report(PlayerReport(.playing, session: "main"))
        await script.hangUp()
        while await script.methods.filter({ $0 == "report" }).count < 2 { await Task.yield() }
        let reports = await script.requests.filter { $0["method"] == "report" }
        expect(reports.last?["params"], is: ["session": "main", "state": "playing"])
    }

    @Test func `the time is that of the hub's clock`() async throws {
        var updates = hub.updates(.line).makeAsyncIterator()
        _ = try await updates.next()
        let passed = hub.now - Timestamp(milliseconds: 1_700_000_000_000)
        #expect(passed >= .zero && passed < .seconds(60))
    }
}
