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
        #expect(report.track?.title == "Now" && report.track?.duration == .seconds(200))
    }

    @Test func `when its time is over the next one is told, without a message`() throws {
        var talk = try MappedTalk(Self.settings)
        _ = talk.open()
        let both = Self.steps(Self.step("Now", -10, 60), Self.step("Next", 90, 120))
        #expect(talk.report(both)?.track?.title == "Now")
        #expect(talk.wait == 60)
        #expect(talk.wakes(after: 60)?.track == nil && talk.wait == 30)
        #expect(talk.wakes(after: 30)?.track?.title == "Next" && talk.wait == 30)
        #expect(talk.wakes(after: 30)?.track == nil && talk.wait == nil)
    }

    @Test func `what is open ends where the next begins`() throws {
        var talk = try MappedTalk(Self.settings)
        let open = Self.steps(Self.step("Old", -60, nil), Self.step("Now", -10, nil))
        #expect(talk.report(open)?.track?.title == "Now")
    }

    @Test func `where none is on, nothing plays`() throws {
        var talk = try MappedTalk(Self.settings)
        _ = talk.report(Self.steps(Self.step("Now", -10, 60)))
        let report = try talk.reported(Self.steps(Self.step("Next", 190, 400)))
        #expect(report.track == nil)
        #expect(try talk.reported(#"{"steps":[]}"#).track == nil)
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
        #expect(report.track?.title == "Song")
    }

    @Test func `it needs a start`() throws {
        let mistakes = try MappedTalk.mistakes(
            #"{"messages":[{"at":"/a","current":{"end":"/e"}}],"track":{"title":"/t"}}"#)
        #expect(mistakes.map(\.path) == [[.key("messages"), .element(0), .key("current")]])
    }
}
