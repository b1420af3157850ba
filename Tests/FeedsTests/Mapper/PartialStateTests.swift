import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// Messages that tell of parts of the state.
struct PartialStateTests {
    private static let player = #"""
        {"messages":[
           {"when":{"/event":"track"},"do":"partial"},{"when":{"/event":"pause"},"do":"partial"},
           {"when":{"/event":"count"},"do":"partial"},{"when":{"/event":"end"},"do":"clear"}],
         "track":{"key":"/id","title":"/t","artist":"/a","album":"/l","elapsed":"/p",
                  "duration":"/d"},
         "state":"/state","rate":"/rate","listeners":"/n"}
        """#

    private func playing() throws -> MappedTalk {
        var talk = try MappedTalk(Self.player)
        _ = talk.open()
        _ = talk.report(#"{"event":"track","id":1,"t":"T","a":"A","l":"L","p":10,"d":60,"n":5}"#)
        return talk
    }

    @Test func `what a part leaves out stays as it was`() throws {
        var talk = try playing()
        let report = try talk.reported(#"{"event":"count","n":6}"#)
        expect(report.listeners?.current, is: 6)
        expect(report.track?.title, is: "T")
        expect(report.track?.artist, is: "A")
    }

    @Test func `a position moves on while others are told`() throws {
        var talk = try playing()
        talk.pass(7)
        expect(
            talk.report(#"{"event":"count","n":6}"#)?.track?.positions,
            is: [.elapsed(.seconds(17))])
        talk.pass(3)
        let paused = try talk.reported(#"{"event":"pause","state":"paused"}"#)
        expect(paused.track?.positions, is: [.elapsed(.seconds(20))])
        expect(paused.state, is: .paused)
        talk.pass(60)
        let resumed = talk.report(#"{"event":"pause","state":"playing","rate":2}"#)
        expect(resumed?.track?.positions, is: [.elapsed(.seconds(20))])
        talk.pass(5)
        expect(
            talk.report(#"{"event":"count","n":7}"#)?.track?.positions,
            is: [.elapsed(.seconds(30))])
    }

    private static let timed = #"""
        {"messages":[{"do":"partial"}],
         "track":{"title":"/t","start":"/s","end":"/e","duration":"/d",
                  "elapsed":{"at":"/p","asOf":"/u"}},
         "state":"/state","rate":"/rate"}
        """#
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)

    @Test(arguments: [
        #""s":1700000000"#, #""e":1700000060,"d":60"#, #""p":15,"u":1700000015"#,
    ])
    func `a time told before a pause says nothing after it`(time: String) throws {
        var talk = try MappedTalk(Self.timed)
        _ = talk.open()
        expect(talk.report(#"{"t":"T",\#(time)}"#)?.track?.positions.count, is: 1)
        expect(talk.report(#"{"state":"playing"}"#)?.track?.positions.count, is: 1)
        expect(talk.report(#"{"state":"paused"}"#)?.track?.positions, is: [])
        expect(talk.report(#"{"state":"playing"}"#)?.track?.positions, is: [])
        // Told again, it is true again.
        expect(talk.report(#"{"state":"paused",\#(time)}"#)?.track?.positions.count, is: 1)
        expect(talk.report(#"{"rate":2}"#)?.track?.positions.count, is: 1)
        expect(talk.report(#"{"state":"playing"}"#)?.track?.positions, is: [])
    }

    @Test func `a time that comes with a pause is kept`() throws {
        var talk = try MappedTalk(
            #"{"messages":[{"do":"partial"}],"track":{"title":"/t","endOrStart":"/s"},"state":"/state"}"#
        )
        _ = talk.open()
        _ = talk.report(#"{"t":"T"}"#)
        let paused = talk.report(#"{"s":1700000000,"state":"paused"}"#)
        expect(paused?.track?.positions, is: [.startedAt(Self.start)])
    }

    @Test func `a length that followed from times outlives them`() throws {
        var talk = try MappedTalk(Self.timed)
        _ = talk.open()
        let playing = talk.report(#"{"t":"T","s":1700000000,"e":1700000090}"#)
        expect(playing?.track?.positions.first, is: .startedAt(Self.start))
        let paused = talk.report(#"{"state":"paused"}"#)
        expect(paused?.track?.duration, is: .seconds(90))
        expect(paused?.track?.positions, is: [])
    }

    @Test func `a position alone is the same track's`() throws {
        var talk = try playing()
        let report = talk.report(#"{"event":"track","p":42}"#)
        expect(report?.track?.title, is: "T")
        expect(report?.track?.positions, is: [.elapsed(.seconds(42))])
    }

    @Test func `another key is another track, of which nothing is known yet`() throws {
        var talk = try playing()
        let report = talk.report(#"{"event":"track","id":2,"t":"T"}"#)
        expect(report?.track?.artist, is: nil)
        expect(report?.track?.positions, is: [])
        expect(report?.track?.duration, is: nil)
        expect(report?.listeners?.current, is: 5)
    }

    @Test func `without a key another title is another track`() throws {
        var talk = try MappedTalk(
            #"{"messages":[{"do":"partial"}],"track":{"title":"/t","artist":"/a","elapsed":"/p"}}"#)
        _ = talk.open()
        _ = talk.report(#"{"t":"T","p":5}"#)
        expect(talk.report(#"{"a":"A"}"#)?.track?.title, is: "T")
        let same = talk.report(#"{"t":"T"}"#)
        expect(same?.track?.artist, is: "A")
        expect(same?.track?.positions, is: [.elapsed(.seconds(5))])
        let other = talk.report(#"{"t":"U"}"#)
        expect(other?.track?.artist, is: nil)
        expect(other?.track?.positions, is: [])
        expect(talk.report(#"{"t":null}"#)?.track, is: nil)
    }

    @Test func `what is said to be none is none`() throws {
        var talk = try playing()
        let report = talk.report(#"{"event":"track","a":null,"l":{}}"#)
        expect(report?.track?.title, is: "T")
        expect(report?.track?.artist, is: nil)
        expect(report?.track?.album, is: nil)
    }

    @Test func `a clear ends the track and nothing else`() throws {
        var talk = try playing()
        let report = try talk.reported(#"{"event":"end"}"#)
        expect(report.track, is: nil)
        expect(report.listeners?.current, is: 5)
    }

    @Test func `what is known outlives a connection`() throws {
        var talk = try playing()
        _ = talk.open()
        expect(talk.report(#"{"event":"count","n":1}"#)?.track?.title, is: "T")
    }

    @Test func `off the air nothing plays and nothing follows`() throws {
        var talk = try MappedTalk(
            #"""
            {"messages":[{"when":{"/off":true},"do":"offline"},{"do":"partial"}],
             "track":{"title":"/t"},"next":{"title":"/n"},"live":{"name":"/dj"}}
            """#)
        _ = talk.open()
        _ = talk.report(#"{"t":"T","n":"N","dj":"D"}"#)
        let report = try talk.reported(#"{"off":true}"#)
        expect(report.online, is: false)
        expect(report.track, is: nil)
        expect(report.next, is: nil)
        expect(report.live, is: nil)
    }
}
