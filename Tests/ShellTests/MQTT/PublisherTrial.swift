import Expectations
import JSON
import NowPlaying
import Testing

@testable import Shell

/// A publisher in virtual time, and a broker that takes all that it is given.
struct PublisherTrial {
    private(set) var publisher: MQTTPublisher
    /// The moment, in milliseconds.
    private(set) var time: Int64 = 1_000
    /// All orders since they were taken.
    private(set) var effects: [MQTTEffect] = []
    /// The topics that the broker keeps.
    private(set) var kept: [String: String] = [:]
    /// The broker confirms what it is given.
    var confirms = true
    var settings = MQTTSettings()

    init(isDiscovering: Bool = false) {
        publisher = MQTTPublisher(isDiscovering: isDiscovering, seed: 1, JSONParser())
    }

    /// A publisher of some stations that is connected.
    static func connected(
        _ stations: String..., change: (inout MQTTSettings) -> Void = { _ in }
    ) -> PublisherTrial {
        var trial = PublisherTrial()
        change(&trial.settings)
        trial.configure(stations)
        for station in stations { trial.play("Undertow", on: station) }
        trial.connect()
        trial.forget()
        return trial
    }

    mutating func configure(_ stations: [String]) {
        handle(.configured(settings, stations: stations))
    }

    mutating func play(_ title: String, on station: String, name: String? = nil) {
        var texts = StationTexts(id: station, name: name ?? station)
        texts.title = title
        texts.line = title
        texts.document = Array(#"{"title":"\#(title)"}"#.utf8)
        handle(.station(texts))
    }

    /// The connection stands, and the broker has this record.
    mutating func connect(record: String? = nil) {
        broker(.opened)
        broker(.subscribed)
        if let record {
            let topic = settings.prefix + "/announced"
            broker(
                .received(
                    BrokerMessage(topic: topic, payload: Array(record.utf8), isRetained: true)))
        } else {
            pass(500)
        }
    }

    mutating func lose(_ reason: String = "it closed the connection") {
        kept["\(settings.prefix)/status"] = "offline"
        broker(.closed(BrokerFailure(reason)))
    }

    mutating func receive(_ topic: String, _ payload: String, isRetained: Bool = false) {
        let message = BrokerMessage(
            topic: topic, payload: Array(payload.utf8), isRetained: isRetained)
        broker(.received(message))
    }

    mutating func broker(_ event: BrokerEvent) {
        handle(.broker(event, publisher.link.attempt))
    }

    /// Lets time pass, and wakes the publisher whenever it asks for that.
    mutating func pass(_ milliseconds: Int64) {
        let end = time + milliseconds
        var wakes = 0
        while let next = publisher.nextDeadline, next.milliseconds <= end {
            wakes += 1
            guard wakes < 10_000 else {
                Issue.record("it asks to be woken again and again")
                break
            }
            time = max(time, next.milliseconds)
            handle(.woke)
        }
        time = end
        handle(.woke)
    }

    mutating func handle(_ event: MQTTEvent) {
        var now: [MQTTEffect] = []
        publisher.handle(event, at: Instant(milliseconds: time), into: &now)
        effects += now
        for case .publish(let messages) in now {
            for message in messages where message.isRetained { keep(message) }
            if confirms { broker(.sent(messages.count)) }
        }
    }

    private mutating func keep(_ message: MQTTMessage) {
        let payload = String(decoding: message.payload, as: UTF8.self)
        kept[message.topic] = payload.isEmpty ? nil : payload
    }

    /// Forgets the orders.
    mutating func forget() { effects = [] }

    /// The messages that were published, as topics with payloads.
    var messages: [String] {
        effects.flatMap { effect -> [MQTTMessage] in
            if case .publish(let messages) = effect { messages } else { [] }
        }.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
    }

    var notices: [MQTTNotice] {
        effects.compactMap { if case .note(let notice) = $0 { notice } else { nil } }
    }

    var commands: [String] {
        effects.compactMap { effect in
            guard case .command(_, _, let parameters) = effect else { return nil }
            return String(decoding: parameters, as: UTF8.self)
        }
    }

    /// The times at which attempts were made.
    var dials: Int { effects.count { if case .dial = $0 { true } else { false } } }
}
