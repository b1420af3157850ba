import Expectations
import NowPlaying
import Testing

@testable import Shell

struct MQTTPublisherTests {
    // MARK: Publishing

    @Test func `all is retained after a connect, the record first and the status last`() {
        var trial = PublisherTrial()
        trial.configure(["a"])
        trial.play("Undertow", on: "a")
        expect(trial.messages, is: [])
        trial.connect()
        expect(trial.messages.first?.hasPrefix("nphub/announced "), is: true)
        expect(trial.messages.last, is: "nphub/status online")
        expect(trial.kept["nphub/a/title"], is: "Undertow")
        expect(trial.kept["nphub/a/state"], is: #"{"title":"Undertow"}"#)
        // It is unknown, and what a hub before has left is not to stay.
        #expect(trial.messages.contains("nphub/a/artist "))
    }

    @Test func `what changes is published once, and nothing else is`() {
        var trial = PublisherTrial.connected("a", "b")
        trial.play("Undertow", on: "a")
        trial.pass(100_000)
        expect(trial.messages, is: [])
        trial.play("Overtow", on: "a")
        expect(
            trial.messages,
            is: [
                #"nphub/a/state {"title":"Overtow"}"#, "nphub/a/title Overtow",
                "nphub/a/line Overtow",
            ])
        trial.pass(100_000)
        expect(trial.messages.count, is: 3)
    }

    @Test func `a topic is published at most once in its interval, the newest payload`() {
        var trial = PublisherTrial.connected("a")
        trial.pass(5_000)
        for number in 1...50 {
            trial.play("Title \(number)", on: "a")
            trial.pass(100)
        }
        trial.pass(5_000)
        let titles = trial.messages.filter { $0.hasPrefix("nphub/a/title") }
        expect(titles.count, is: 6)
        expect(titles.last, is: "nphub/a/title Title 50")
        expect(trial.publisher.table.replaced > 100, is: true)
    }

    @Test func `a payload that comes back within its interval is not published`() {
        var trial = PublisherTrial.connected("a")
        trial.pass(5_000)
        trial.play("Overtow", on: "a")
        trial.play("Undertow", on: "a")
        trial.play("Overtow", on: "a")
        trial.pass(5_000)
        expect(trial.messages.filter { $0.hasPrefix("nphub/a/title") }.count, is: 1)
    }

    @Test func `sessions follow sooner than stations`() {
        var trial = PublisherTrial.connected("a")
        for number in 1...10 { trial.handle(.session("main", Array("\(number)".utf8))) }
        trial.pass(100)
        expect(
            trial.messages,
            is: ["nphub/session/main/state 1", "nphub/session/main/state 10"])
        trial.handle(.session("car", Array("1".utf8)))
        expect(trial.messages.count, is: 2)
    }

    @Test func `a broker that takes nothing is given a bounded number of messages`() {
        var trial = PublisherTrial()
        trial.confirms = false
        let stations = (1...100).map { "s\($0)" }
        trial.configure(stations)
        for station in stations { trial.play("Undertow", on: station) }
        trial.connect()
        expect(trial.messages.count, is: MQTTPublisher.window)
        for number in 1...100 { trial.play("Title \(number)", on: "s1") }
        expect(trial.messages.count, is: MQTTPublisher.window)
        trial.pass(60_000)
        expect(trial.messages.count, is: MQTTPublisher.window)
        trial.confirms = true
        trial.broker(.sent(MQTTPublisher.window))
        trial.pass(60_000)
        expect(trial.kept["nphub/s1/title"], is: "Title 100")
        expect(trial.kept["nphub/s100/title"], is: "Undertow")
        expect(trial.publisher.pendingCount, is: 0)
    }

    // MARK: Outages

    @Test func `while the broker is away the newest is kept, and all is published afterwards`() {
        var trial = PublisherTrial.connected("a", "b")
        trial.lose()
        for number in 1...1_000 { trial.play("Title \(number)", on: "a") }
        expect(trial.messages, is: [])
        trial.pass(60_000)
        trial.connect(record: #"{"stations":["a","b"],"sessions":["main"]}"#)
        trial.pass(5_000)
        expect(trial.kept["nphub/a/title"], is: "Title 1000")
        expect(trial.kept["nphub/b/title"], is: "Undertow")
        expect(trial.kept["nphub/status"], is: "online")
        expect(Set(trial.messages).count, is: trial.messages.count)
    }

    @Test func `an outage is told once, and attempts come further and further apart`() {
        var trial = PublisherTrial.connected("a")
        trial.pass(20_000)
        for _ in 1...20 {
            trial.lose("connection refused")
            trial.pass(61_000)
        }
        expect(trial.notices, is: [.disconnected(BrokerFailure("connection refused"))])
        expect(trial.dials, is: 20)
        trial.forget()
        trial.lose("connection refused")
        trial.pass(29_000)
        expect(trial.dials, is: 0)
        trial.pass(31_000)
        expect(trial.dials, is: 1)
        trial.connect()
        trial.lose("it does not answer")
        expect(
            trial.notices, is: [.connected, .disconnected(BrokerFailure("it does not answer"))])
    }

    @Test func `events of an earlier connection are ignored`() {
        var trial = PublisherTrial.connected("a")
        trial.pass(1_000)
        trial.handle(.broker(.closed(BrokerFailure("late")), 0))
        trial.play("Overtow", on: "a")
        expect(trial.messages.isEmpty, is: false)
        expect(trial.notices, is: [])
    }

    @Test func `a hub that ends publishes what waits, and that it is offline`() {
        var trial = PublisherTrial.connected("a")
        trial.play("Overtow", on: "a")
        trial.play("The last", on: "a")
        trial.handle(.stopping)
        expect(trial.kept["nphub/a/title"], is: "The last")
        expect(trial.messages.last, is: "nphub/status offline")
        expect(trial.effects.last, is: .hangUp)
        trial.pass(100_000)
        expect(trial.dials, is: 0)
    }

    // MARK: Removals

    @Test func `a station that is gone is cleared at once`() {
        var trial = PublisherTrial.connected("a", "b")
        trial.play("Overtow", on: "a")
        trial.handle(.stationRemoved("a"))
        expect(trial.kept.keys.filter { $0.hasPrefix("nphub/a/") }, is: [])
        trial.pass(2_000)
        expect(trial.kept["nphub/announced"]?.contains(#""a""#), is: false)
        trial.play("Again", on: "a")
        expect(trial.kept["nphub/a/title"], is: "Again")
    }

    @Test func `a station that comes back before it was cleared is published`() {
        var trial = PublisherTrial.connected("a", "b")
        trial.confirms = false
        for number in 1...20 { trial.play("Title \(number)", on: "c\(number)") }
        trial.handle(.stationRemoved("a"))
        trial.play("Again", on: "a")
        trial.confirms = true
        trial.broker(.sent(MQTTPublisher.window))
        trial.pass(5_000)
        expect(trial.kept["nphub/a/title"], is: "Again")
        expect(trial.publisher.pendingCount, is: 0)
        trial.play("And again", on: "a")
        trial.pass(5_000)
        expect(trial.kept["nphub/a/title"], is: "And again")
    }

    @Test func `a station that goes while the broker is away is cleared afterwards`() {
        var trial = PublisherTrial.connected("a", "b")
        let record = trial.kept["nphub/announced"]
        trial.lose()
        trial.handle(.stationRemoved("a"))
        trial.pass(60_000)
        trial.connect(record: record)
        expect(trial.kept.keys.filter { $0.hasPrefix("nphub/a/") }, is: [])
        expect(trial.kept["nphub/b/title"], is: "Undertow")
    }

    @Test func `what an earlier hub has published is cleared`() {
        var trial = PublisherTrial()
        trial.configure(["a"])
        trial.play("Undertow", on: "a")
        trial.connect(
            record: #"{"stations":["a","old","+"],"sessions":["car"],"discovery":"ha"}"#)
        #expect(trial.messages.contains("nphub/old/state "))
        #expect(trial.messages.contains("nphub/session/car/state "))
        #expect(trial.messages.contains("ha/sensor/nphub_station_old/title/config "))
        #expect(trial.messages.contains("ha/sensor/nphub_station_a/title/config "))
        expect(trial.messages.filter { $0.contains("+") }, is: [])
        #expect(trial.notices.contains(.cleared(stations: 1)))
        trial.pass(2_000)
        expect(
            trial.kept["nphub/announced"], is: #"{"stations":["a"],"sessions":["main"]}"#)
    }

    @Test func `stations that are still to be discovered are not cleared`() {
        var trial = PublisherTrial(isDiscovering: true)
        trial.configure([])
        trial.connect(record: #"{"stations":["late","gone"]}"#)
        trial.pass(300_000)
        trial.play("Undertow", on: "late")
        expect(trial.messages.contains("nphub/gone/state "), is: false)
        trial.pass(400_000)
        expect(trial.messages.contains("nphub/gone/state "), is: true)
        expect(trial.messages.contains("nphub/late/state "), is: false)
    }

    @Test(arguments: ["", "{", "[]", #"{"stations":7}"#, #"{"stations":[1,{},"a/b"]}"#])
    func `a record that is none is replaced`(record: String) {
        var trial = PublisherTrial()
        trial.configure(["a"])
        trial.connect(record: record)
        expect(trial.kept["nphub/announced"], is: #"{"stations":["a"],"sessions":["main"]}"#)
        expect(trial.kept["nphub/status"], is: "online")
    }

    @Test func `a broker that confirms nothing is published to all the same`() {
        var trial = PublisherTrial()
        trial.configure(["a"])
        trial.broker(.opened)
        trial.pass(5_000)
        expect(trial.kept["nphub/status"], is: "online")
    }

    // MARK: Another config

    @Test func `another place is given everything, and the old one is cleared`() {
        var trial = PublisherTrial.connected("a")
        trial.settings.prefix = "home/radio"
        trial.configure(["a"])
        expect(trial.kept, is: [:])
        expect(trial.effects.suffix(2), is: [.hangUp, .dial(2)])
        trial.play("Undertow", on: "a")
        trial.connect()
        expect(trial.kept["home/radio/a/title"], is: "Undertow")
    }

    @Test func `the same settings change nothing`() {
        var trial = PublisherTrial.connected("a")
        trial.configure(["a"])
        trial.pass(10_000)
        expect(trial.effects, is: [])
    }

    @Test func `stations that are not wanted any more are cleared`() {
        var trial = PublisherTrial.connected("a", "b")
        trial.settings.stations = ["b"]
        trial.configure(["a", "b"])
        expect(trial.kept.keys.filter { $0.hasPrefix("nphub/a/") }, is: [])
        trial.play("Overtow", on: "a")
        expect(trial.kept["nphub/a/title"], is: nil)
        expect(trial.dials, is: 0)
    }
}
