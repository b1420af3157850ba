import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// The element of a list that is on now.
struct CurrentElementTests {
    /// The clock of the tests shows this when they begin.
    private static let now = 1_734_714_000

    private static let settings = #"""
        {"messages":[{"when":{"/steps":{"exists":true}},"at":"/steps",
           "current":{"start":"/start","end":"/end"}}],
         "track":{"when":{"/type":"song"},"title":"/title","start":"/start","end":"/end"}}
        """#

    private static func step(
        _ title: String, _ start: Int, _ end: Int?, type: String = "song"
    ) -> String {
        let end = end.map { #","end":\#(now + $0)"# } ?? ""
        return #"{"type":"\#(type)","title":"\#(title)","start":\#(now + start)\#(end)}"#
    }

    private static func steps(_ steps: String...) -> String {
        #"{"steps":[\#(steps.joined(separator: ","))]}"#
    }

    @Test func `it has begun last and has not ended, wherever it stands`() throws {
        var talk = try MappedTalk(Self.settings)
        let report = try talk.reported(
            Self.steps(
                Self.step("Next", 190, 400), Self.step("Now", -10, 190),
                Self.step("Old", -200, -10),
                Self.step("Show", -3_000, 3_000, type: "show")))
        expect(report.track?.title, is: "Now")
        expect(report.track?.duration, is: .seconds(200))
    }

    @Test func `when its time is over the next one is told, without a message`() throws {
        var talk = try MappedTalk(Self.settings)
        _ = talk.open()
        let both = Self.steps(Self.step("Now", -10, 60), Self.step("Next", 90, 120))
        expect(talk.report(both)?.track?.title, is: "Now")
        expect(talk.wait, is: 60)
        expect(talk.wakes(after: 60)?.track, is: nil)
        expect(talk.wait, is: 30)
        expect(talk.wakes(after: 30)?.track?.title, is: "Next")
        expect(talk.wait, is: 30)
        expect(talk.wakes(after: 30)?.track, is: nil)
        expect(talk.wait, is: nil)
    }

    @Test func `what is open ends where the next begins`() throws {
        var talk = try MappedTalk(Self.settings)
        let open = Self.steps(Self.step("Old", -60, nil), Self.step("Now", -10, nil))
        expect(talk.report(open)?.track?.title, is: "Now")
    }

    @Test func `where none is on, nothing plays`() throws {
        var talk = try MappedTalk(Self.settings)
        _ = talk.report(Self.steps(Self.step("Now", -10, 60)))
        let report = try talk.reported(Self.steps(Self.step("Next", 190, 400)))
        expect(report.track, is: nil)
        try expect(talk.reported(#"{"steps":[]}"#).track, is: nil)
    }

    @Test func `an object of steps is a list, too, and some of it may be meant alone`() throws {
        var talk = try MappedTalk(
            #"""
            {"messages":[{"at":"/steps","current":{
               "when":{"/type":"song"},"start":"/start","end":"/end"}}],
             "track":{"title":"/title"}}
            """#)
        let talkStep = Self.step("Talk", -5, 60, type: "talk")
        let report = try talk.reported(
            #"{"steps":{"b":\#(talkStep),"a":\#(Self.step("Song", -10, 60))}}"#)
        expect(report.track?.title, is: "Song")
    }

    @Test func `it needs a start`() throws {
        let mistakes = try MappedTalk.mistakes(
            #"{"messages":[{"at":"/a","current":{"end":"/e"}}],"track":{"title":"/t"}}"#)
        expect(mistakes.map(\.path), is: [[.key("messages"), .element(0), .key("current")]])
    }
}
