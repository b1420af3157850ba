import Expectations
import Testing

@testable import Feeds

/// Several stations on one connection.
struct SeveralStationsTests {
    @Test func `each is asked for, and a message says which it is about`() throws {
        var talk = try MappedTalk(
            #"{"open":[{"join":"{station}"},"once"],"which":"/s","track":{"title":"/t"}}"#,
            stations: ["a", "b", "a"])
        expect(
            talk.open(),
            is: [
                #"send {"join":"a"}"#, #"send {"join":"b"}"#, #"send {"join":"a"}"#, "send once",
            ])
        expect(talk.receive(#"{"s":"b","t":"T"}"#), is: ["accepted", "report 1 T"])
        expect(talk.receive(#"{"s":"a","t":"T"}"#), is: ["report 0 T", "report 2 T"])
        expect(talk.receive(#"{"s":"c","t":"T"}"#), is: ["rejected unknownChannel"])
        expect(talk.receive(#"{"t":"T"}"#), is: ["rejected unexpectedShape"])
    }

    @Test func `where there is only one, it need not be named, but must not be another`() throws {
        var talk = try MappedTalk(#"{"which":"/s","track":{"title":"/t"}}"#, stations: ["a"])
        _ = talk.open()
        expect(talk.receive(#"{"t":"T"}"#), is: ["accepted", "report 0 T"])
        expect(talk.receive(#"{"s":"b","t":"T"}"#), is: ["rejected unknownChannel"])
    }

    @Test func `a prefix may say which station a message is about`() throws {
        var talk = try MappedTalk(
            #"""
            {"values":{"kind":"msg"},"unwrap":{"prefix":"{kind},{station}"},"track":{"title":"/t"}}
            """#, stations: ["1", "11", "1"])
        _ = talk.open()
        expect(talk.receive(#"msg,11{"t":"T"}"#), is: ["accepted", "report 1 T"])
        expect(talk.receive(#"msg,1{"t":"T"}"#), is: ["report 0 T", "report 2 T"])
        expect(talk.receive(#"msg,2{"t":"T"}"#), is: ["rejected notJSON"])
        var alone = try MappedTalk(
            #"{"unwrap":{"prefix":"msg,{station},"},"which":"/s","track":{"title":"/t"}}"#)
        _ = alone.open()
        expect(alone.receive(#"msg,one,{"t":"T"}"#), is: ["accepted", "report 0 T"])
        expect(alone.receive(#"msg,one,{"t":"T","s":"two"}"#), is: ["rejected unknownChannel"])
    }

    @Test func `a channel is a station`() throws {
        var talk = try MappedTalk(
            #"{"layer":{"pusher":{"channel":"radio-{station}"}},"track":{"title":"/t"}}"#,
            stations: ["a", "b"])
        _ = talk.open()
        expect(
            talk.receive(#"{"event":"pusher:connection_established","data":"{}"}"#).filter {
                $0.hasPrefix("send")
            },
            is: [
                #"send {"event":"pusher:subscribe","data":{"channel":"radio-a"}}"#,
                #"send {"event":"pusher:subscribe","data":{"channel":"radio-b"}}"#,
            ])
        expect(
            talk.receive(#"{"event":"e","channel":"radio-b","data":"{\"t\":\"T\"}"}"#),
            is: ["accepted", "report 1 T"])
        expect(
            talk.receive(#"{"event":"e","channel":"radio-c","data":"{\"t\":\"T\"}"}"#),
            is: ["rejected unknownChannel"])
    }

    @Test func `a state is kept for each`() throws {
        var talk = try MappedTalk(
            #"{"which":"/s","messages":[{"do":"partial"}],"track":{"title":"/t","artist":"/a"}}"#,
            stations: ["a", "b"])
        _ = talk.open()
        _ = talk.receive(#"{"s":"a","t":"T"}"#)
        expect(talk.receive(#"{"s":"b","a":"B"}"#), is: ["report 1 nothing"])
        expect(talk.report(#"{"s":"a","a":"A"}"#)?.track?.title, is: "T")
    }
}
