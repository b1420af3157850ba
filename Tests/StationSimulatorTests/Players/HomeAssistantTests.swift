import JSON
import NowPlaying
import Testing

@testable import StationSimulator

struct HomeAssistantTests {
    private static let token = #"{"type":"auth","access_token":"simulated"}"#

    private func letIn(_ stations: [SimulatedStation] = [.steady]) -> VirtualFarm {
        var farm = VirtualFarm(stations: stations, feed: .homeAssistant)
        farm.connect(.car, to: .steady)
        farm.send(Self.token, from: .car)
        _ = farm.takeSights(of: .car)
        return farm
    }

    private func subscribe(_ id: Int, _ entity: String = "media_player.steady") -> String {
        #"{"id":\#(id),"type":"subscribe_entities","entity_ids":["\#(entity)"]}"#
    }

    @Test func `the token is asked for, and the right one is let in`() {
        var farm = VirtualFarm(feed: .homeAssistant)
        farm.connect(.car, to: .steady)
        #expect(farm.takeMessages(of: .car).first?.contains("auth_required") == true)
        farm.send(Self.token, from: .car)
        #expect(farm.takeMessages(of: .car).first?.contains("auth_ok") == true)
    }

    @Test(arguments: [
        #"{"type":"auth","access_token":"wrong"}"#, #"{"id":1,"type":"ping"}"#, "[]",
    ])
    func `anything else is told so and shown out`(message: String) {
        var farm = VirtualFarm(feed: .homeAssistant)
        farm.connect(.car, to: .steady)
        farm.send(message, from: .car)
        let sights = farm.takeSights(of: .car)
        #expect(sights.contains { "\($0)".contains("auth_invalid") })
        #expect(sights.last == .closed(1000))
    }

    @Test func `who says nothing is shown out after 10 s`() {
        var farm = VirtualFarm(feed: .homeAssistant)
        farm.connect(.car, to: .steady)
        farm.run(for: .seconds(10))
        #expect(farm.takeSights(of: .car).last == .closed(1000))
    }

    @Test func `numbers must grow, and pings are answered`() {
        var farm = letIn()
        farm.send(#"{"id":5,"type":"ping"}"#, from: .car)
        farm.send(#"{"id":5,"type":"ping"}"#, from: .car)
        let answers = farm.takeMessages(of: .car)
        #expect(answers.first == #"{"id":5,"type":"pong"}"#)
        #expect(answers.last?.contains("id_reuse") == true)
    }

    @Test func `a subscription begins with the whole state and goes on with what changed`() throws {
        var farm = letIn([.shaky])
        farm.send(subscribe(1, "media_player.shaky"), from: .car)
        let first = farm.takeMessages(of: .car)
        #expect(first.first == #"{"id":1,"type":"result","success":true,"result":null}"#)
        var state: String?
        var attributes: [String: String] = [:]
        func apply(_ text: String) throws {
            try withJSON(text) { message in
                let id = "media_player.shaky"
                let added = message.value(at: "/event/a/\(id)")
                let changed = message.value(at: "/event/c/\(id)/+")
                let values = try #require(added ?? changed)
                state = values["s"]?.string ?? state
                for name in message.value(at: "/event/c/\(id)/-/a")?.elements.map(\.string) ?? [] {
                    attributes[name ?? ""] = nil
                }
                for member in values["a"]?.members.map({ $0 }) ?? [] {
                    attributes[member.name] = member.value.lenientString
                }
            }
        }
        try apply(try #require(first.last))
        var player = SimulatedPlayer(station: .shaky, variesRate: false, at: farm.now.wall)
        for _ in 0..<60 {
            farm.run(for: player.nextTransition(at: farm.now.wall) - farm.now.wall)
            farm.run(for: .milliseconds(600))
            for message in farm.takeMessages(of: .car) { try apply(message) }
            let expected = player.state(at: farm.now.wall)
            #expect(attributes["media_title"] == expected.item?.track.title)
            #expect((attributes["media_position"] != nil) == (expected.item != nil))
            #expect((state == "idle") == (expected.item == nil))
        }
    }

    @Test func `triggers and events tell both states whole, joined where that is wanted`() throws {
        var farm = letIn()
        let trigger = #""trigger":{"platform":"state","entity_id":"media_player.steady"}"#
        farm.send(
            #"{"id":1,"type":"supported_features","features":{"coalesce_messages":1}}"#, from: .car)
        farm.send(#"{"id":2,"type":"subscribe_trigger",\#(trigger)}"#, from: .car)
        farm.send(
            #"{"id":3,"type":"subscribe_events","event_type":"state_changed"}"#, from: .car)
        _ = farm.takeSights(of: .car)
        farm.run(for: .seconds(60))
        try withJSON(try #require(farm.takeMessages(of: .car).first)) {
            #expect($0.isArray)
            let title = "attributes/media_title"
            #expect(
                $0.value(at: "/0/event/variables/trigger/to_state/\(title)")?.isString == true)
            #expect($0.value(at: "/1/event/data/new_state/\(title)")?.isString == true)
            #expect(
                $0.value(at: "/1/event/data/new_state/last_updated")?.string?.hasPrefix(
                    "2027-01-15T")
                    == true)
        }
        farm.send(#"{"id":4,"type":"get_states"}"#, from: .car)
        farm.send(#"{"id":5,"type":"unsubscribe_events","subscription":2}"#, from: .car)
        farm.send(#"{"id":6,"type":"fly"}"#, from: .car)
        let answers = farm.takeMessages(of: .car)
        #expect(answers[0].contains(#""entity_id":"media_player.steady""#))
        #expect(answers[2].contains("unknown_command"))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000+00:00"),
            (951_782_400_250, "2000-02-29T00:00:00.250000+00:00"),
            (1_800_000_000_000, "2027-01-15T08:00:00.000000+00:00"),
        ] as [(Int64, String)])
    func `times are written as Python does`(milliseconds: Int64, text: String) {
        #expect(ISO8601.text(Timestamp(milliseconds: milliseconds)) == text)
    }
}
