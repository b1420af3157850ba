import Expectations
import Feeds
import NowPlaying
import Support
import Testing

@testable import Hub
@testable import Stations

/// The reason why a station is not live ends when its cause does.
struct StationReasonTests {
    private static let silence = "silence"

    private func health() -> StationHealth {
        StationHealth(
            silenceHint: Self.silence, longestSilence: nil, limits: Box(Limits()), since: .at(0))
    }

    private func reason(_ text: String) -> StationConnection.Reason {
        StationConnection.Reason(code: "x", text: text)
    }

    @Test func `a loss is no reason any more when the server has answered again`() {
        var health = health()
        health.linkLost(reason("3001 shutdown"), at: .at(5))
        health.linkOpened(at: .at(6))
        expect(health.connection.reason?.text, is: "3001 shutdown")
        health.linkAccepted(at: .at(6))
        expect(health.connection.state, is: .failing)
        expect(health.connection.reason?.code, is: "awaited")
    }

    @Test func `a refused station is stopped at once, and waits in silence`() {
        var health = health()
        health.linkOpened(at: .at(1))
        health.reported(at: .at(2))
        health.apply(.refused(reason("103 permission denied")), at: .at(3))
        expect(health.connection.state, is: .stopped)
        expect(health.connection.reason?.text, is: "103 permission denied")
        expect(health.deadline, is: nil)
        health.apply(.accepted, at: .at(303))
        expect(health.connection.reason?.code, is: "awaited")
        health.reported(at: .at(304))
        expect(health.connection.state, is: .live)
        expect(health.connection.reason, is: nil)
    }

    @Test func `a state that the server calls old is stale at once`() {
        var health = health()
        health.linkOpened(at: .at(1))
        health.reported(at: .at(2))
        health.apply(.unconfirmed(reason("missed")), at: .at(3))
        expect(health.connection.state, is: .stale)
        health.woke(at: .at(63))
        expect(health.connection.state, is: .failing)
        expect(health.connection.reason?.text, is: "missed")
    }

    /// All causes that there can be, and which of them hold.
    private struct Model {
        var loss: String?
        var refusal: String?
        var missed: String?
        var isOpen = false

        mutating func lose(_ text: String) { self = Model(loss: text) }

        /// The reasons that would be true.
        var truths: [String] {
            if let refusal { return [refusal] }
            if let missed { return [missed] }
            if let loss { return isOpen ? [loss, silence] : [loss] }
            return ["the server answers again, and nothing has been reported yet", silence]
        }
    }

    @Test func `whatever happens, the reason is a true one, and the newest of its kind`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var (health, model) = (health(), Model())
            var now = 0.0
            for step in 0..<60 {
                now += Double(Int.random(in: 0...25, using: &generator))
                let moment = Moment.at(now)
                health.woke(at: moment)
                happen(step, at: moment, to: &health, &model, using: &generator)
                let connection = health.connection
                let isFine = [.connecting, .live].contains(connection.state)
                expect(connection.reason == nil, is: isFine)
                if let text = connection.reason?.text { #expect(model.truths.contains(text)) }
            }
        }
    }

    private func happen(
        _ step: Int, at now: Moment, to health: inout StationHealth, _ model: inout Model,
        using generator: inout SeededGenerator
    ) {
        let text = "reason \(step)"
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            health.linkLost(reason(text), at: now)
            model.lose(text)
        case 1:
            health.linkStopped(reason(text), at: now)
            model.lose(text)
        case 2 where !model.isOpen:
            health.linkOpened(at: now)
            model.isOpen = true
        case 3 where model.isOpen:
            health.linkAccepted(at: now)
            model.loss = nil
        case 4 where model.isOpen:
            health.apply(.refused(reason(text)), at: now)
            model.refusal = text
        case 5 where model.isOpen:
            health.apply(.unconfirmed(reason(text)), at: now)
            model.missed = text
        case 6 where model.isOpen:
            health.apply(.accepted, at: now)
            (model.refusal, model.missed) = (nil, nil)
        case 7 where model.isOpen:
            health.reported(at: now)
            (model.refusal, model.missed, model.loss) = (nil, nil, nil)
        default: break
        }
    }
}
