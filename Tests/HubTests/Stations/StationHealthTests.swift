import NowPlaying
import Testing

@testable import Hub
@testable import Stations

/// The health of a station's state, from the events on its link and from time alone.
struct StationHealthTests {
    private static let refused = StationConnection.Reason(code: "refused", text: "no")
    private static let reset = StationConnection.Reason(code: "reset", text: "gone")
    private static let stopped = StationConnection.Reason(code: "closed", text: "3501")
    private static let silent = StationConnection.Reason(code: "silent", text: "wrong code?")

    private var judge: StationHealth

    init() {
        judge = Self.make(longestSilence: .seconds(90))
    }

    private static func make(longestSilence: Interval?) -> StationHealth {
        StationHealth(
            silenceHint: silent.text, longestSilence: longestSilence, limits: Box(Limits()),
            since: .at(0))
    }

    /// Wakes the judge at each of its deadlines up to a time.
    private mutating func run(until seconds: Double) {
        var wakings = 0
        while let deadline = judge.deadline, deadline <= .at(seconds), wakings < 100 {
            judge.woke(at: .start + (deadline - Moment.start.monotonic))
            wakings += 1
        }
        #expect(wakings < 100, "it wants to be woken for ever")
    }

    private func expect(
        _ state: StationConnection.State, _ reason: StationConnection.Reason?,
        since seconds: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = StationConnection(state: state, reason: reason, since: .at(seconds))
        #expect(judge.connection == expected, sourceLocation: sourceLocation)
    }

    /// Live since the second second.
    private mutating func becomeLive() {
        judge.linkOpened(at: .at(1))
        judge.reported(at: .at(2))
    }

    // MARK: The beginning

    @Test mutating func `before the first outcome it is connecting, however long that takes`() {
        run(until: 86_400)
        expect(.connecting, nil, since: 0)
    }

    @Test mutating func `a first attempt that fails is shown at once`() {
        judge.linkLost(Self.refused, at: .at(3))
        expect(.failing, Self.refused, since: 3)
    }

    @Test mutating func `a link that is open says nothing yet`() {
        judge.linkOpened(at: .at(1))
        expect(.connecting, nil, since: 0)
    }

    @Test mutating func `the first report makes it live`() {
        becomeLive()
        expect(.live, nil, since: 2)
    }

    @Test mutating func `60 s of silence after the link was opened fail with the likely reason`() {
        judge.linkOpened(at: .at(1))
        run(until: 60.999)
        expect(.connecting, nil, since: 0)
        run(until: 61)
        expect(.failing, Self.silent, since: 61)
    }

    @Test mutating func `silence after earlier failures is told as silence`() {
        judge.linkLost(Self.refused, at: .at(1))
        judge.linkOpened(at: .at(5))
        run(until: 64.999)
        expect(.failing, Self.refused, since: 1)
        run(until: 65)
        expect(.failing, Self.silent, since: 1)
        run(until: 10_000)
        expect(.failing, Self.silent, since: 1)
    }

    // MARK: Losses

    @Test mutating func `a loss shows after 10 s`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        run(until: 29.999)
        expect(.live, nil, since: 2)
        run(until: 30)
        expect(.stale, Self.reset, since: 30)
    }

    @Test mutating func `a loss that is over within 10 s never shows`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        judge.linkOpened(at: .at(29))
        run(until: 40)
        expect(.live, nil, since: 2)
    }

    @Test mutating func `links that open and die at once do not put off that a loss shows`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        for second in 21...40 {
            judge.linkOpened(at: .at(Double(second)))
            judge.linkLost(Self.reset, at: .at(Double(second) + 0.1))
            run(until: Double(second) + 0.9)
            if second == 29 { expect(.live, nil, since: 2) }
        }
        expect(.stale, Self.reset, since: 30)
    }

    @Test mutating func `a report between two losses makes them two`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        judge.linkOpened(at: .at(25))
        judge.reported(at: .at(25))
        judge.linkLost(Self.reset, at: .at(26))
        run(until: 35.999)
        expect(.live, nil, since: 2)
        run(until: 36)
        expect(.stale, Self.reset, since: 36)
    }

    @Test mutating func `a link that is open again and says nothing for 60 s is stale`() {
        judge = Self.make(longestSilence: nil)
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        judge.linkOpened(at: .at(25))
        run(until: 84.999)
        expect(.live, nil, since: 2)
        run(until: 85)
        expect(.stale, Self.silent, since: 85)
    }

    @Test mutating func `redials that fail do not put off that a loss shows`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        for second in 21...29 { judge.linkLost(Self.refused, at: .at(Double(second))) }
        run(until: 30)
        expect(.stale, Self.refused, since: 30)
    }

    @Test mutating func `60 s of being stale are failing`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        run(until: 89.999)
        expect(.stale, Self.reset, since: 30)
        run(until: 90)
        expect(.failing, Self.reset, since: 90)
    }

    @Test mutating func `failing stays through opening and losing until a report`() {
        judge.linkLost(Self.refused, at: .at(1))
        for second in stride(from: 10, to: 100, by: 10) {
            judge.linkOpened(at: .at(Double(second)))
            run(until: Double(second) + 5)
            expect(.failing, Self.refused, since: 1)
            judge.linkLost(Self.refused, at: .at(Double(second) + 5))
        }
        judge.linkOpened(at: .at(100))
        judge.reported(at: .at(101))
        expect(.live, nil, since: 101)
    }

    @Test mutating func `another reason is shown without another beginning`() {
        judge.linkLost(Self.refused, at: .at(1))
        judge.linkLost(Self.reset, at: .at(2))
        expect(.failing, Self.reset, since: 1)
    }

    @Test mutating func `stale stays while the link is open again and no report came`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        run(until: 30)
        judge.linkOpened(at: .at(40))
        run(until: 50)
        expect(.stale, Self.reset, since: 30)
        run(until: 90)
        expect(.failing, Self.silent, since: 90)
    }

    // MARK: Silence

    @Test mutating func `a feed that is silent longer than it should be is stale`() {
        becomeLive()
        judge.reported(at: .at(50))
        run(until: 139.999)
        expect(.live, nil, since: 2)
        run(until: 140)
        expect(.stale, Self.silent, since: 140)
        run(until: 200)
        expect(.failing, Self.silent, since: 200)
    }

    @Test mutating func `a feed that reports changes alone may be silent for ever`() {
        judge = Self.make(longestSilence: nil)
        becomeLive()
        run(until: 86_400)
        expect(.live, nil, since: 2)
    }

    @Test mutating func `a report ends every silence`() {
        becomeLive()
        run(until: 92)
        expect(.stale, Self.silent, since: 92)
        judge.reported(at: .at(93))
        expect(.live, nil, since: 93)
    }

    // MARK: Being stopped

    @Test mutating func `a station that closed for good is stopped at once, whatever it was`() {
        becomeLive()
        judge.linkStopped(Self.stopped, at: .at(10))
        expect(.stopped, Self.stopped, since: 10)
    }

    @Test mutating func `attempts that fail meanwhile leave it stopped`() {
        judge.linkStopped(Self.stopped, at: .at(10))
        judge.linkLost(Self.refused, at: .at(310))
        run(until: 1_000)
        expect(.stopped, Self.refused, since: 10)
    }

    @Test mutating func `being stopped again does not begin anew`() {
        judge.linkStopped(Self.stopped, at: .at(10))
        judge.linkOpened(at: .at(310))
        judge.linkStopped(Self.stopped, at: .at(311))
        run(until: 1_000)
        expect(.stopped, Self.stopped, since: 10)
    }

    @Test mutating func `a stopped station that opens and says nothing is failing`() {
        judge.linkStopped(Self.stopped, at: .at(10))
        judge.linkOpened(at: .at(310))
        run(until: 370)
        expect(.failing, Self.silent, since: 370)
    }

    @Test mutating func `a report revives it`() {
        judge.linkStopped(Self.stopped, at: .at(10))
        judge.linkOpened(at: .at(310))
        judge.reported(at: .at(311))
        expect(.live, nil, since: 311)
    }

    // MARK: Clocks and recordings

    @Test mutating func `a set clock moves the beginning with it`() {
        becomeLive()
        judge.clockStepped(by: .seconds(3_600))
        expect(.live, nil, since: 3_602)
    }

    @Test mutating func `after the end of a recording time changes nothing`() {
        becomeLive()
        judge.linkLost(Self.reset, at: .at(20))
        judge.freeze()
        #expect(judge.deadline == nil)
        judge.woke(at: .at(1_000))
        expect(.live, nil, since: 2)
    }
}
