import Expectations
import NowPlaying
import Testing

@testable import Simulator

/// The playing of a script, in virtual time.
struct ConversationTests {
    private func farm(_ steps: String..., haste: Double = 1) throws -> VirtualFarm {
        let text = ([#"{"path":"/live"}"#] + steps).joined(separator: "\n")
        var farm = VirtualFarm(playing: try ConversationScript(Array(text.utf8)), haste: haste)
        farm.connect(.car, path: "/live")
        return farm
    }

    @Test func `messages are sent in their order and at their times`() throws {
        var farm = try farm(
            #"{"send":{"n": 1}}"#, #"{"send":"two"}"#, #"{"after":500}"#, #"{"send":[3]}"#)
        expect(farm.takeMessages(of: .car), is: [#"{"n":1}"#, "two"])
        farm.run(for: .milliseconds(499))
        #expect(farm.takeMessages(of: .car).isEmpty)
        farm.run(for: .milliseconds(1))
        expect(farm.takeMessages(of: .car), is: ["[3]"])
        farm.run(for: .seconds(100))
        #expect(farm.takeSights(of: .car).isEmpty)
    }

    @Test func `haste shortens every wait`() throws {
        var farm = try farm(#"{"after":500}"#, #"{"send":1}"#, haste: 10)
        farm.run(for: .milliseconds(50))
        expect(farm.takeMessages(of: .car), is: ["1"])
    }

    @Test func `each client hears the script from its beginning`() throws {
        var farm = try farm(#"{"send":1}"#, #"{"after":10}"#, #"{"send":2}"#)
        farm.run(for: .seconds(1))
        farm.connect(.kitchen, path: "/live")
        expect(farm.takeMessages(of: .kitchen), is: ["1"])
        expect(farm.takeMessages(of: .car), is: ["1", "2"])
    }

    @Test func `another path is cut off`() throws {
        var farm = try farm(#"{"send":1}"#)
        farm.connect(.kitchen, path: "/live/")
        expect(farm.takeSights(of: .kitchen), is: [.cut])
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"b":[{}],"a":1.0}"#, true), (#"{"a":1}"#, #"{"a":2}"#, false),
        (#"{"a":1}"#, #"{"b":1}"#, false), (#"{"a":null}"#, #"{"a":null}"#, true),
        (#"{"a":null}"#, "{}", false), (#"{"a":{"b":true}}"#, #"{"a":{"b":true,"c":0}}"#, true),
        (#"[1,{}]"#, #"[1,{"x":2}]"#, true), ("[1]", "[1,2]", false), ("{}", "[]", false),
        (#"{"a":"b"}"#, #"{"a":"bc"}"#, false), (#""beat""#, "beat", true),
        (#""beat""#, #""beat""#, false), (#""{}""#, "{}", true), ("{}", "not JSON", false),
        (#""4{{a}}[1]""#, "42[1]", true), (#""4{{a}}[1]""#, "42[2]", false),
        (#"{"a":"x-{{n}}"}"#, #"{"a":"x-1"}"#, true), (#"{"a":"x-{{n}}"}"#, #"{"a":1}"#, false),
    ])
    func `a message matches where it has at least what is expected`(
        pattern: String, message: String, matches: Bool
    ) throws {
        var farm = try farm(#"{"expect":\#(pattern)}"#, #"{"send":"yes"}"#)
        farm.send(message, from: .car)
        expect(farm.takeMessages(of: .car), is: matches ? ["yes"] : [])
    }

    @Test(arguments: [
        (#"{"id":"{{x}}"}"#, #"{"id":7}"#, #"{"is":"{{x}}"}"#, #"{"is":7}"#),
        (#"{"id":"{{x}}"}"#, #"{"id":"a\"b"}"#, #"{"is":"<{{x}}>"}"#, #"{"is":"<a\"b>"}"#),
        (#"{"id":"{{x}}"}"#, #"{"id":{"y":[1]}}"#, #"["{{x}}"]"#, #"[{"y":[1]}]"#),
        (#"{"id":"{{x}}"}"#, #"{"id":"k"}"#, #"{"{{x}}":1}"#, #"{"k":1}"#),
        (#""join {{x}}!""#, "join me!", #""hello {{x}}""#, "hello me"),
        (#""4[\"{{x}}\"]""#, #"4["é"]"#, #"{"x":"{{x}}"}"#, #"{"x":"é"}"#),
    ])
    func `what the client said is echoed, numbers as numbers`(
        pattern: String, message: String, answer: String, echo: String
    ) throws {
        var farm = try farm(#"{"expect":\#(pattern)}"#, #"{"send":\#(answer)}"#)
        farm.send(message, from: .car)
        expect(farm.takeMessages(of: .car), is: [echo])
    }

    @Test func `times are those of sending, with seconds more or less`() throws {
        var farm = try farm(
            #"{"after":1250}"#,
            #"{"send":{"s":"{{now.s}}","ms":"{{now.ms-0.25}}","iso":"{{now.iso+60}}"}}"#,
            #"{"send":"{\"at\":{{now.s}}} {{now.iso}}"}"#)
        farm.run(for: .seconds(2))
        expect(
            farm.takeMessages(of: .car),
            is: [
                #"{"s":1800000001,"ms":1800000001000,"iso":"2027-01-15T08:01:01.250Z"}"#,
                #"{"at":1800000001} 2027-01-15T08:00:01.250Z"#,
            ])
    }

    @Test func `what comes before it is expected waits`() throws {
        var farm = try farm(
            #"{"after":100}"#, #"{"expect":"b"}"#, #"{"send":"B"}"#, #"{"expect":"a"}"#,
            #"{"send":"A"}"#)
        farm.send("a", from: .car)
        farm.send("b", from: .car)
        #expect(farm.takeMessages(of: .car).isEmpty)
        farm.run(for: .milliseconds(100))
        expect(farm.takeMessages(of: .car), is: ["B", "A"])
    }

    @Test func `an answer comes at any time, as often as it is asked for, until another does`()
        throws
    {
        let ask = #""{{n}}?""#
        var farm = try farm(
            #"{"answer":\#(ask),"send":"{{n}} is 1"}"#, #"{"after":100}"#,
            #"{"answer":\#(ask),"send":"{{n}} is 2"}"#, #"{"expect":"go"}"#, #"{"send":"on"}"#)
        for _ in 0..<2 {
            farm.send("x?", from: .car)
            expect(farm.takeMessages(of: .car), is: ["x is 1"])
        }
        farm.run(for: .milliseconds(100))
        farm.send("y?", from: .car)
        farm.send("go", from: .car)
        expect(farm.takeMessages(of: .car), is: ["y is 2", "on"])
    }

    @Test func `what a step waits for is not answered`() throws {
        var farm = try farm(#"{"answer":{},"send":"answer"}"#, #"{"expect":{}}"#, #"{"send":1}"#)
        farm.send("{}", from: .car)
        farm.send("{}", from: .car)
        expect(farm.takeMessages(of: .car), is: ["1", "answer"])
    }

    @Test func `the rest is repeated, and stops where the client stays silent`() throws {
        var farm = try farm(
            #"{"send":"hello"}"#, #"{"repeat":"rest"}"#, #"{"send":"ping"}"#,
            #"{"expect":"pong"}"#, #"{"after":10}"#)
        farm.send("pong", from: .car)
        farm.run(for: .seconds(1))
        expect(farm.takeMessages(of: .car), is: ["hello", "ping", "ping"])
        farm.send("pong", from: .car)
        farm.run(for: .seconds(1))
        expect(farm.takeMessages(of: .car), is: ["ping"])
    }

    @Test func `a client that says much unasked makes nothing grow`() throws {
        var farm = try farm(#"{"after":100}"#, #"{"expect":"{{first}}"}"#, #"{"send":"{{first}}"}"#)
        for number in 0..<1_000 { farm.send("\(number)", from: .car) }
        farm.run(for: .milliseconds(100))
        expect(farm.takeMessages(of: .car), is: ["936"])
    }

    @Test func `faults strike a script's clients as any others`() throws {
        var farm = try farm(#"{"repeat":"rest"}"#, #"{"send":1}"#, #"{"after":1000}"#)
        farm.inject(.silence)
        _ = farm.takeSights(of: .car)
        farm.run(for: .seconds(5))
        #expect(farm.takeSights(of: .car).isEmpty)
        farm.heal()
        farm.run(for: .seconds(3))
        #expect(farm.takeMessages(of: .car).count >= 2)
        farm.inject(.restart)
        expect(farm.takeSights(of: .car), is: [.closed(1001)])
        farm.connect(.kitchen, path: "/live")
        farm.inject(.drop)
        expect(farm.takeSights(of: .kitchen), is: [.message("1"), .cut])
    }
}
