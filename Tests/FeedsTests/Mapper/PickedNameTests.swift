import Expectations
import NowPlaying
import Testing

@testable import Feeds

/// Names in braces in pointers, and messages that are read again when one of them is another.
struct PickedNameTests {
    private static let listed = #"""
        {"messages":[
           {"when":{"/list":{"exists":true}},"do":"partial","map":{"track":{
             "title":"/list/{place}/t","artist":"/list/{place}/a","duration":"/list/{place}/d"}}},
           {"when":{"/at":{"exists":true}},"do":"partial","pick":{"place":"/at"},"map":{
             "track":{"elapsed":"/s"},"state":{"at":"/on","playing":true,"paused":false}}},
           {"when":{"/go":{"exists":true}},"do":"ignore","pick":{"place":"/go"}},
           {"do":"ignore"}]}
        """#
    private static let list =
        #"{"list":[{"t":"Deep","a":"Fjord","d":100},{"t":"Night","a":"Polar","d":200}]}"#

    @Test(arguments: [true, false])
    func `a place that another message tells may come first or last`(isFirst: Bool) throws {
        var talk = try MappedTalk(Self.listed)
        let messages = [#"{"at":1,"s":50,"on":true}"#, Self.list]
        var reports: [Report] = []
        for message in isFirst ? messages : messages.reversed() {
            reports += talk.read(message).reports
        }
        let report = try #require(reports.last)
        expect(report.track?.title, is: "Night")
        expect(report.track?.artist, is: "Polar")
        expect(report.track?.duration, is: .seconds(200))
        expect(report.track?.positions, is: [.elapsed(.seconds(50))])
        #expect(reports.allSatisfy { $0.track?.title != "Deep" })
    }

    @Test func `a message that only tells the place changes what is told`() throws {
        var talk = try MappedTalk(Self.listed)
        _ = talk.receive(Self.list)
        expect(talk.report(#"{"go":0}"#)?.track?.title, is: "Deep")
        expect(talk.report(#"{"go":1}"#)?.track?.title, is: "Night")
        expect(talk.report(#"{"go":1}"#), is: nil)
    }

    @Test func `what was picked and kept ends with the connection`() throws {
        var talk = try MappedTalk(Self.listed)
        _ = talk.receive(#"{"at":0,"s":1,"on":true}"#)
        _ = talk.open()
        expect(talk.report(Self.list), is: nil)
    }

    @Test func `a text from the server is a part of a step and never a step more`() throws {
        var talk = try MappedTalk(
            #"""
            {"messages":[{"when":{"/id":{"exists":true}},"do":"ignore","pick":{"id":"/id"}},{}],
             "track":{"title":"/all/{id}/t"}}
            """#)
        _ = talk.receive(#"{"id":"a/b~c"}"#)
        expect(
            talk.report(#"{"all":{"a/b~c":{"t":"Deep"},"a":{"b~c":{"t":"no"}}}}"#)?.track?.title,
            is: "Deep")
        _ = talk.receive(#"{"id":"*"}"#)
        expect(talk.report(#"{"all":{"*":{"t":"Night"}}}"#)?.track?.title, is: "Night")
    }

    @Test(arguments: ["*", "[t=Deep]", "[max:n]"])
    func `a text from the server is no step by itself`(text: String) throws {
        var talk = try MappedTalk(
            #"""
            {"messages":[{"when":{"/id":{"exists":true}},"do":"ignore","pick":{"id":"/id"}},{}],
             "track":{"title":"/all/{id}/t"}}
            """#)
        _ = talk.receive(#"{"id":"\#(text)"}"#)
        expect(talk.report(#"{"all":{"x":{"t":"Deep","n":1}}}"#), is: nil)
    }

    @Test func `settings stand in pointers and in what they are compared with`() throws {
        var talk = try MappedTalk(
            #"""
            {"values":{"room":"attic"},
             "messages":[{"when":{"/room":"{room}"},"at":"/stations/[id={station}]"},{"do":"ignore"}],
             "track":{"title":"/song"}}
            """#)
        let message = { (room: String) in
            #"{"room":"\#(room)","stations":[{"id":"two","song":"no"},{"id":"one","song":"Deep"}]}"#
        }
        expect(talk.report(message("attic"))?.track?.title, is: "Deep")
        expect(talk.report(message("cellar")), is: nil)
    }

    @Test(arguments: [
        #"{"track":{"title":"/a/{station}","artist":"/{room}"},"values":{"room":"x"}}"#,
        #"{"messages":[{"pick":{"id":"/id"},"at":"/{id}"}],"track":{"title":"/t"}}"#,
        #"{"messages":[{"when":{"/a/{station}":1}}],"track":{"title":"/t"}}"#,
    ])
    func `known names may stand in braces in pointers`(settings: String) throws {
        var feed = try MappedTalk.mistakes(#"{"values":{"room":"x"},"track":{"title":"/t"}}"#)
        feed += try MappedTalk.mistakes(
            settings.replacing(#""track""#, with: #""station":"one","track""#))
        expect(feed, is: [])
    }

    @Test(arguments: [
        #"{"track":{"title":"/a/{room}"}}"#, #"{"track":{"title":{"at":"/a/{room}/b"}}}"#,
        #"{"messages":[{"when":{"/a/{room}":1}}],"track":{"title":"/t"}}"#,
        #"{"messages":[{"at":"/{room}"}],"track":{"title":"/t"}}"#,
        #"{"track":{"title":"/t"},"history":{"each":"/{room}","title":"/t"}}"#,
        #"{"station":"one","stationsPerLink":2,"track":{"title":"/a/{station}"}}"#,
    ])
    func `a name for which nothing stands is refused`(settings: String) throws {
        let mistakes = try MappedTalk.mistakes(settings)
        expect(mistakes.count, is: 1)
        guard case .wrongPart(let problem, _) = mistakes.first?.problem else {
            Issue.record("\(mistakes)")
            return
        }
        #expect(problem.hasPrefix("nothing stands for `{"))
    }
}
