import Expectations
import NowPlaying
import Testing

@testable import Shell

/// The hooks of a config, in virtual time; each run is a line.
struct HookTrial {
    private var machine: HookMachine
    private var now: Moment
    private var revision = 0
    private var running: [(id: HookMachine.RunID, line: String)] = []
    private(set) var lines: [String] = []
    /// Runs end at once.
    var endsAtOnce = true

    init(_ rules: HookRule...) {
        machine = HookMachine(rules, seed: 1)
        now = Moment(monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_000_000))
    }

    /// The lines since the last call.
    mutating func new() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// A station is in a state.
    mutating func update(_ station: String = "a", _ change: (inout NowPlaying) -> Void) {
        var state = NowPlaying(
            station: Station(id: station, name: station.uppercased()),
            connection: StationConnection(state: .live, since: now.wall))
        change(&state)
        revision += 1
        tell(.updated(HookRecord(state: state, epoch: "e", revision: revision)))
    }

    /// A station plays a title.
    mutating func play(_ title: String?, on station: String = "a", lasting: Interval? = nil) {
        let now = now
        update(station) { state in
            state.track = title.map { Track(id: $0, title: $0) }
            let anchor = Anchor(
                elapsed: .zero, asOf: now.wall, startedAt: now.wall, quality: .exact)
            state.playback = Playback(state: .playing, rate: 1, anchor: anchor, duration: lasting)
        }
    }

    mutating func remove(_ station: String) { tell(.removed(station)) }

    mutating func stop() { tell(.stopping) }

    mutating func wait(_ time: Interval) {
        let end = now + time
        while let deadline = machine.nextDeadline, deadline <= end.monotonic {
            now = now + max(.milliseconds(1), deadline - now.monotonic)
            tell(.woke)
        }
        now = end
        tell(.woke)
    }

    /// The first run under way ends.
    mutating func end(_ outcome: RunOutcome = .succeeded) {
        guard !running.isEmpty else { return lines.append("nothing runs") }
        tell(.ended(running.removeFirst().id, outcome))
    }

    var status: [HubStatus.Hook] { machine.status(at: now) }

    private mutating func tell(_ input: HookMachine.Input) {
        var actions: [HookMachine.Action] = []
        machine.apply(input, at: now, into: &actions)
        for action in actions { note(action) }
        if endsAtOnce, !running.isEmpty { end() }
    }

    private mutating func note(_ action: HookMachine.Action) {
        switch action.action {
        case .start(let number, let occasion):
            let state = occasion.record.state
            let line = [
                "\(action.hook)", occasion.event.rawValue, occasion.condition ?? "-",
                state.station.id, state.track?.title ?? "-",
            ].joined(separator: " ")
            running.append((.init(hook: action.hook, number: number), line))
            lines.append(line)
        case .abort: lines.append("\(action.hook) abort")
        case .failing(let owner, _): lines.append("\(action.hook) failing \(owner)")
        case .recovered: lines.append("\(action.hook) recovered")
        }
    }
}

extension HookRule {
    /// A hook on some events.
    static func on(_ events: HookEvent..., patience: Int64 = 600) -> HookRule {
        var rule = HookRule(
            name: "hook", events: Set(events),
            action: .program(HookProgram(arguments: [.text("true")])))
        rule.patience = .seconds(patience)
        return rule
    }
}

struct HookMachineTests {
    @Test func `a track is told once by its id, and that at start not`() {
        var trial = HookTrial(.on(.track))
        trial.update { $0.connection.state = .connecting }
        trial.play("one")
        expect(trial.new(), is: [])
        trial.play("two")
        trial.update { state in
            state.track = Track(id: "two", title: "Two")
            state.track?.artworkURL = "https://a.example/2.png"
        }
        trial.play(nil)
        trial.play("two")
        expect(trial.new(), is: ["0 track - a two"])
        trial.play("one")
        expect(trial.new(), is: ["0 track - a one"])
    }

    @Test func `the first state is told where the hook asks for it`() {
        var rule = HookRule.on(.track, .connection)
        rule.runsAtStart = true
        var trial = HookTrial(rule)
        trial.play("one")
        expect(trial.new(), is: ["0 connection live a one", "0 track - a one"])
    }

    @Test func `a connection is told when it changes, and what is unclear changes nothing`() {
        var trial = HookTrial(.on(.connection))
        trial.play("one")
        trial.update { $0.connection.state = .stale }
        trial.play("one")
        expect(trial.new(), is: [])
        trial.update { $0.connection.state = .failing }
        trial.update { $0.connection.state = .stopped }
        trial.update { $0.online = false }
        trial.play("one")
        expect(
            trial.new(),
            is: [
                "0 connection failing a -", "0 connection offline a -", "0 connection live a one",
            ])
    }

    @Test func `a station is stuck when its title stands, and once it moves again not`() {
        var trial = HookTrial(.on(.stuck))
        trial.play("one")
        trial.wait(.seconds(599))
        expect(trial.new(), is: [])
        trial.wait(.seconds(2))
        trial.wait(.seconds(6_000))
        expect(trial.new(), is: ["0 stuck stuck a one"])
        trial.play("two")
        trial.wait(.seconds(599))
        expect(trial.new(), is: ["0 stuck playing a two"])
    }

    @Test func `a station that never sent a title is stuck, too`() {
        var trial = HookTrial(.on(.stuck, .failing))
        trial.play(nil, on: "silent")
        trial.update("dead") { $0.connection.state = .failing }
        trial.wait(.seconds(601))
        expect(trial.new(), is: ["0 failing failing dead -", "0 stuck stuck silent -"])
        trial.play("one", on: "dead")
        trial.play("one", on: "silent")
        expect(trial.new(), is: ["0 failing live dead one", "0 stuck playing silent one"])
    }

    @Test func `a title may stand until its announced end, while paused, and without a connection`()
    {
        var trial = HookTrial(.on(.stuck))
        trial.play("mix", lasting: .seconds(7_200))
        trial.wait(.seconds(7_799))
        expect(trial.new(), is: [])
        trial.wait(.seconds(2))
        expect(trial.new(), is: ["0 stuck stuck a mix"])
        trial.play("paused", on: "b")
        trial.update("b") { state in
            state.track = Track(id: "paused", title: "paused")
            state.playback = Playback(state: .paused, rate: 0)
        }
        trial.play("gone", on: "c")
        trial.update("c") { $0.connection.state = .failing }
        trial.wait(.seconds(6_000))
        expect(trial.new(), is: [])
        trial.play("paused", on: "b")
        trial.play("gone", on: "c")
        trial.wait(.seconds(599))
        expect(trial.new(), is: [])
        trial.wait(.seconds(2))
        expect(trial.new(), is: ["0 stuck stuck b paused", "0 stuck stuck c gone"])
    }

    @Test func `a failure that ends in time is not told`() {
        var trial = HookTrial(.on(.failing))
        trial.update { $0.connection.state = .failing }
        trial.wait(.seconds(500))
        trial.play("one")
        trial.wait(.seconds(500))
        expect(trial.new(), is: [])
    }

    @Test func `a slow hook delays no other one, and gets the newest next`() {
        var trial = HookTrial(.on(.track), .on(.track))
        trial.endsAtOnce = false
        trial.play("one")
        trial.play("two")
        expect(trial.new(), is: ["0 track - a two", "1 track - a two"])
        trial.end()
        for title in ["three", "four", "five"] { trial.play(title) }
        expect(trial.new(), is: ["0 track - a three"])
        trial.end()
        expect(trial.new(), is: ["1 track - a five"])
        trial.end()
        expect(trial.new(), is: ["0 track - a five"])
        expect(trial.status.map(\.replaced), is: [1, 2])
    }

    @Test func `details that come while a track waits are told with it`() {
        var trial = HookTrial(.on(.track))
        trial.endsAtOnce = false
        for title in ["one", "two", "three"] { trial.play(title) }
        trial.update { $0.track = Track(id: "three", title: "Three (Remix)") }
        _ = trial.new()
        trial.end()
        expect(trial.new(), is: ["0 track - a Three (Remix)"])
    }

    @Test func `hooks name stations, and stations that are gone begin anew`() {
        var rule = HookRule.on(.track)
        rule.stations = ["b"]
        var trial = HookTrial(rule)
        for title in ["one", "two"] {
            trial.play(title)
            trial.play(title, on: "b")
        }
        expect(trial.new(), is: ["0 track - b two"])
        trial.remove("b")
        trial.play("three", on: "b")
        expect(trial.new(), is: [])
    }

    @Test func `all hooks together run a bounded number, and each gets its turn`() {
        let rules = (0..<12).map { _ in HookRule.on(.track) }
        var machine = HookMachine(rules, seed: 1)
        let now = Moment(monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 0))
        var started: [HookMachine.RunID] = []
        func tell(_ input: HookMachine.Input) {
            var actions: [HookMachine.Action] = []
            machine.apply(input, at: now, into: &actions)
            for action in actions {
                guard case .start(let number, _) = action.action else { continue }
                started.append(.init(hook: action.hook, number: number))
            }
        }
        for title in ["one", "two"] {
            for station in 0..<10 {
                var state = NowPlaying(
                    station: Station(id: "s\(station)", name: ""),
                    connection: StationConnection(state: .live, since: now.wall))
                state.track = Track(id: title, title: title)
                tell(.updated(HookRecord(state: state, epoch: "e", revision: 1)))
            }
        }
        expect(started.count, is: HookMachine.runsMax)
        var ended = 0
        while ended < started.count {
            tell(.ended(started[ended], .succeeded))
            ended += 1
            #expect(machine.runningCount <= HookMachine.runsMax)
        }
        expect(started.count, is: 120)
        expect(Set(started.map(\.hook)).count, is: 12)
    }

    @Test func `at the end nothing is begun any more`() {
        var trial = HookTrial(.on(.track, .stuck))
        trial.endsAtOnce = false
        for title in ["one", "two", "three"] { trial.play(title) }
        trial.stop()
        trial.play("four")
        _ = trial.new()
        trial.end()
        trial.wait(.seconds(6_000))
        expect(trial.new(), is: [])
        expect(trial.status[0].waiting, is: 0)
    }

    @Test func `an outage is in the status until it ends`() {
        var trial = HookTrial(.on(.track))
        trial.endsAtOnce = false
        trial.play("one")
        trial.play("two")
        trial.end(.failed(RunFailure("it ended with status 1")))
        expect(trial.status[0].reason, is: "it ended with status 1")
        expect(trial.status[0].failingSince, is: Timestamp(milliseconds: 1_000_000))
        expect(trial.new(), is: ["0 track - a two", "0 failing a"])
        trial.wait(.seconds(3))
        trial.end()
        #expect(trial.status[0].failingSince == nil && trial.status[0].reason == nil)
        expect(trial.new(), is: ["0 track - a two", "0 recovered"])
        expect(trial.status[0].runs, is: 2)
        expect(trial.status[0].failures, is: 1)
    }
}
