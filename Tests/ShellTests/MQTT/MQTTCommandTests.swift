import Expectations
import JSON
import NowPlaying
import Testing

@testable import Shell

struct MQTTCommandTests {
    private static let topic = "nphub/session/main/command"

    @Test(arguments: [
        ("pause", #"{"session":"main","sender":"mqtt","action":"pause"}"#),
        (" pause\n", #"{"session":"main","sender":"mqtt","action":"pause"}"#),
        (
            #"{"action":"seek","by":-30}"#,
            #"{"session":"main","sender":"mqtt","action":"seek","by":-30}"#
        ),
        (
            #"{"session":"main","sender":"x","action":"play"}"#,
            #"{"session":"main","sender":"mqtt","action":"play"}"#
        ),
    ])
    func `a word or an object is a command`(payload: String, parameters: String) {
        var trial = PublisherTrial.connected("a")
        trial.receive(Self.topic, payload)
        expect(trial.commands, is: [parameters])
        trial.handle(.answered(1, Array("{}".utf8)))
        expect(trial.messages, is: ["nphub/session/main/answer {}"])
        expect(trial.kept["nphub/session/main/answer"], is: nil)
        // An answer belongs to one command.
        trial.handle(.answered(1, Array("{}".utf8)))
        expect(trial.messages.count, is: 1)
    }

    @Test(arguments: ["", "{", "7", "[]", "two words", #"{"session":"car","action":"play"}"#])
    func `anything else is answered with what is wrong`(payload: String) {
        var trial = PublisherTrial.connected("a")
        trial.receive(Self.topic, payload)
        expect(trial.commands, is: [])
        expect(trial.messages.count, is: 1)
        expect(trial.messages[0].contains(#"{"ok":false,"error":""#), is: true)
    }

    @Test func `a command that the broker had kept is ignored, and one for another session`() {
        var trial = PublisherTrial.connected("a")
        trial.receive(Self.topic, "pause", isRetained: true)
        trial.receive("nphub/session/car/command", "pause")
        trial.receive("nphub/session/main/commands", "pause")
        expect(trial.effects, is: [])
    }

    @Test func `a flood is dropped, and told once`() {
        var trial = PublisherTrial.connected("a")
        for _ in 1...1_000 {
            trial.receive(Self.topic, "pause")
            trial.handle(.answered(trial.publisher.commands.count, []))
        }
        expect(trial.commands.count, is: 20)
        expect(trial.publisher.commands.dropped, is: 980)
        expect(trial.notices, is: [.commandsDropped])
        trial.pass(1_000)
        trial.forget()
        for _ in 1...100 { trial.receive(Self.topic, "pause") }
        expect(trial.commands.count, is: 10)
    }

    @Test func `commands without answers are bounded`() {
        var trial = PublisherTrial.connected("a")
        for _ in 1...200 {
            trial.receive(Self.topic, "pause")
            trial.pass(1_000)
        }
        expect(trial.commands.count, is: 64)
    }
}
