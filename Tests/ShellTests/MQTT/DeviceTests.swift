import Expectations
import JSON
import NowPlaying
import Testing

@testable import Shell

struct DeviceTests {
    private static func trial(_ stations: String...) -> PublisherTrial {
        var trial = PublisherTrial()
        trial.settings.discovery = "homeassistant"
        trial.configure(stations)
        for station in stations { trial.play("Undertow", on: station) }
        trial.connect()
        return trial
    }

    private static func devices(_ trial: PublisherTrial) -> [String: String] {
        trial.kept.filter { $0.key.hasPrefix("homeassistant/") }
    }

    @Test func `a station and a session are devices with their entities`() {
        let devices = Self.devices(Self.trial("a"))
        expect(devices.count, is: DeviceEntity.ofStations.count + DeviceEntity.ofSessions.count)
        let title = devices["homeassistant/sensor/nphub_station_a/title/config"]
        expect(title?.contains(#""unique_id":"nphub_station_a_title""#), is: true)
        expect(title?.contains(#""state_topic":"nphub/a/title""#), is: true)
        expect(title?.contains(#""availability_topic":"nphub/status""#), is: true)
    }

    @Test func `ids that Home Assistant does not take in topics stay different`() {
        let devices = Self.devices(Self.trial("a.b", "a_b", "a_2eb"))
        for node in ["a_2eb", "a_5fb", "a_5f2eb"] {
            #expect(
                devices["homeassistant/sensor/nphub_station_\(node)/title/config"] != nil)
        }
    }

    @Test func `a new title announces nothing`() {
        var trial = Self.trial("a")
        trial.pass(5_000)
        trial.forget()
        trial.play("Overtow", on: "a")
        trial.pass(5_000)
        expect(trial.messages.filter { $0.hasPrefix("homeassistant/") }, is: [])
    }

    @Test func `a station with another name is renamed, and in the list of sessions, too`() {
        var trial = Self.trial("a", "b")
        trial.pass(5_000)
        trial.forget()
        trial.play("Undertow", on: "a", name: "Radio \"A\"")
        trial.pass(5_000)
        let topics = trial.messages.map { $0.prefix { $0 != " " } }
        expect(topics.count, is: DeviceEntity.ofStations.count + 1)
        expect(topics.last, is: "homeassistant/select/nphub_session_main/station/config")
    }

    @Test func `stations of one name are told apart in the list`() {
        let choices = StationChoices(["a": "Radio", "b": "Radio", "c": "Another"])
        expect(choices.options, is: ["Another", "Radio", "Radio (b)"])
        expect(
            choices.commandTemplate.hasPrefix(
                #"{% set ids = {"Another":"c","Radio":"a","Radio (b)":"b"} %}"#), is: true)
    }

    @Test func `a list that is too long is left out`() {
        var trial = PublisherTrial()
        trial.settings.discovery = "homeassistant"
        let stations = (1...300).map { "s\($0)" }
        trial.configure(stations)
        for station in stations { trial.play("Undertow", on: station) }
        trial.connect()
        let list = "homeassistant/select/nphub_session_main/station/config"
        expect(trial.kept[list], is: nil)
        expect(trial.kept["homeassistant/button/nphub_session_main/play/config"] != nil, is: true)
    }

    @Test func `a station that is gone takes its device along`() {
        var trial = Self.trial("a", "b")
        trial.handle(.stationRemoved("a"))
        expect(Self.devices(trial).keys.filter { $0.contains("station_a/") }, is: [])
        expect(Self.devices(trial).isEmpty, is: false)
    }

    @Test func `all are announced again within three seconds after Home Assistant has come`() {
        var trial = Self.trial("a")
        trial.pass(5_000)
        trial.forget()
        trial.receive("homeassistant/status", "online", isRetained: true)
        trial.receive("homeassistant/status", "offline")
        trial.pass(5_000)
        expect(trial.messages, is: [])
        trial.receive("homeassistant/status", "online")
        trial.receive("homeassistant/status", "online")
        trial.pass(3_000)
        expect(trial.messages.count, is: Self.devices(trial).count)
        expect(trial.messages.allSatisfy { $0.hasPrefix("homeassistant/") }, is: true)
    }

    @Test func `another beginning of topics takes the devices along`() {
        var trial = Self.trial("a")
        trial.settings.discovery = nil
        trial.configure(["a"])
        expect(Self.devices(trial), is: [:])
    }
}
