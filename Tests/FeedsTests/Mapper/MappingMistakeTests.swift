import Expectations
import JSON
import NowPlaying
import Testing

@testable import Feeds

/// Wrong mappings, and what is said of them.
struct MappingMistakeTests {
    typealias Step = FeedMistake.Step

    @Test(
        arguments: [
            (#"{"layer":"sokjs"}"#, [.key("layer")]),
            (#"{"layer":{"pusher":{}}}"#, [.key("layer"), .key("pusher")]),
            (#"{"layer":{"sockjs":{},"lines":{}}}"#, [.key("layer")]),
            (#"{"layer":{"x":{}}}"#, [.key("layer"), .key("x")]),
            (
                #"{"layer":{"socketio":{"version":5}}}"#,
                [.key("layer"), .key("socketio"), .key("version")]
            ),
            (
                #"{"layer":{"socketio":{"namespace":"radio"}}}"#,
                [.key("layer"), .key("socketio"), .key("namespace")]
            ),
            (
                #"{"layer":{"phoenix":{"topic":"{x}"}}}"#,
                [.key("layer"), .key("phoenix"), .key("topic")]
            ),
            (
                #"{"layer":{"phoenix":{"topic":"a","version":3}}}"#,
                [.key("layer"), .key("phoenix"), .key("version")]
            ),
            (#"{"layer":["sockjs","x"]}"#, [.key("layer"), .element(1)]),
            (
                #"{"layer":{"centrifugo":{"channel":"c","unidirectional":"yes"}}}"#,
                [.key("layer"), .key("centrifugo"), .key("unidirectional")]
            ),
            (#"{"unwrap":"data"}"#, [.key("unwrap")]),
            (#"{"unwrap":[{"prefix":""}]}"#, [.key("unwrap"), .element(0), .key("prefix")]),
            (#"{"unwrap":[{}]}"#, [.key("unwrap"), .element(0)]),
            (#"{"unwrap":{"prefix":"msg,{id},"}}"#, [.key("unwrap"), .key("prefix")]),
            (#"{"unwrap":{"prefix":"a","each":"/b"}}"#, [.key("unwrap")]),
            (#"{"unwrap":{"pattern":"play *"}}"#, [.key("unwrap"), .key("pattern")]),
            (
                #"{"unwrap":{"pattern":["{a}","{b}{c}"]}}"#,
                [.key("unwrap"), .key("pattern"), .element(1)]
            ),
            (#"{"unwrap":[{"eahc":"/a"}]}"#, [.key("unwrap"), .element(0), .key("eahc")]),
            (#"{"open":"{x}"}"#, [.key("open")]),
            (#"{"open":["a","{\"a\":"]}"#, [.key("open"), .element(1)]),
            (#"{"open":{"a":{"b":"{/id}"}}}"#, [.key("open"), .key("a"), .key("b")]),
            (#"{"open":{"send":"a","after":"soon"}}"#, [.key("open"), .key("after")]),
            (#"{"layer":"jsonrpc","open":{"event":"a"}}"#, [.key("open"), .key("event")]),
            (#"{"keepAlive":{"send":"a"}}"#, [.key("keepAlive")]),
            (#"{"keepAlive":{"send":"a","every":0.1}}"#, [.key("keepAlive"), .key("every")]),
            (
                #"{"keepAlive":{"send":"a","every":{"at":"/h","unit":"iso"}}}"#,
                [.key("keepAlive"), .key("every"), .key("unit")]
            ),
            (#"{"staleAfter":"1w"}"#, [.key("staleAfter")]),
            (#"{"emptyAfter":{}}"#, [.key("emptyAfter")]),
            (#"{"messages":{}}"#, [.key("messages")]),
            (#"{"messages":[7]}"#, [.key("messages"), .element(0)]),
            (#"{"messages":[{"do":"updat"}]}"#, [.key("messages"), .element(0), .key("do")]),
            (
                #"{"messages":[{"when":{"a":1}}]}"#,
                [.key("messages"), .element(0), .key("when"), .key("a")]
            ),
            (
                #"{"messages":[{"when":{"/a":{"abvoe":1}}}]}"#,
                [.key("messages"), .element(0), .key("when"), .key("/a"), .key("abvoe")]
            ),
            (
                #"{"messages":[{"when":{"/a":[[1]]}}]}"#,
                [.key("messages"), .element(0), .key("when"), .key("/a"), .element(0)]
            ),
            (#"{"messages":[{"at":"a"}]}"#, [.key("messages"), .element(0), .key("at")]),
            (
                #"{"messages":[{"map":{"trakc":{}}}]}"#,
                [.key("messages"), .element(0), .key("map"), .key("trakc")]
            ),
            (
                #"{"messages":[{"pick":{"a":7}}]}"#,
                [.key("messages"), .element(0), .key("pick"), .key("a")]
            ),
            (
                #"{"messages":[{"send":["{picked}"]}]}"#,
                [.key("messages"), .element(0), .key("send"), .element(0)]
            ),
            (#"{"track":"/title"}"#, [.key("track")]),
            (#"{"track":{"title":[]}}"#, [.key("track"), .key("title")]),
            (#"{"track":{"title":{"at":[]}}}"#, [.key("track"), .key("title"), .key("at")]),
            (#"{"history":{"each":[]}}"#, [.key("history"), .key("each")]),
            (#"{"unwrap":{"pattern":[]}}"#, [.key("unwrap"), .key("pattern")]),
            (#"{"track":{"titel":"/t"}}"#, [.key("track"), .key("titel")]),
            (#"{"track":{"title":"t"}}"#, [.key("track"), .key("title")]),
            (#"{"track":{"title":7}}"#, [.key("track"), .key("title")]),
            (
                #"{"track":{"title":["/t",{"at":"/u","jion":","}]}}"#,
                [.key("track"), .key("title"), .element(1), .key("jion")]
            ),
            (#"{"track":{"title":{"none":""}}}"#, [.key("track"), .key("title")]),
            (
                #"{"track":{"title":{"at":"/t","pattern":"*"}}}"#,
                [.key("track"), .key("title"), .key("pattern")]
            ),
            (
                #"{"track":{"artwork":{"at":"/t","template":"x"}}}"#,
                [.key("track"), .key("artwork"), .key("template")]
            ),
            (
                #"{"track":{"start":{"at":"/t","unit":"min"}}}"#,
                [.key("track"), .key("start"), .key("unit")]
            ),
            (
                #"{"track":{"elapsed":{"at":"/t","asOf":"u"}}}"#,
                [.key("track"), .key("elapsed"), .key("asOf")]
            ),
            (#"{"programme":{}}"#, [.key("programme")]),
            (#"{"live":{"artwork":"/a"}}"#, [.key("live")]),
            (#"{"history":{"title":"/t"}}"#, [.key("history")]),
            (#"{"history":[{"each":"/h"},{"title":"/t"}]}"#, [.key("history"), .element(1)]),
            (#"{"history":{"each":"/h","order":"up"}}"#, [.key("history"), .key("order")]),
            (#"{"listeners":{"now":"/n"}}"#, [.key("listeners"), .key("now")]),
            (
                #"{"state":{"at":"/s","playing":[[]]}}"#,
                [.key("state"), .key("playing"), .element(0)]
            ),
            (#"{"about":{"nmae":"/n"}}"#, [.key("about"), .key("nmae")]),
            (#"{"which":7}"#, [.key("which")]),
            (#"{"clock":{"at":"/c","zone":"CEST"}}"#, [.key("clock"), .key("zone")]),
            (#"{"rate":{"at":"/r","scale":-1}}"#, [.key("rate"), .key("scale")]),
            (
                #"{"track":{"duration":{"at":"/d","unit":"parts","scale":2}}}"#,
                [.key("track"), .key("duration"), .key("scale")]
            ),
            (
                #"{"close":{"terminal":["4000-3999"]}}"#,
                [.key("close"), .key("terminal"), .element(0)]
            ),
            (#"{"close":{"never":1008}}"#, [.key("close"), .key("never")]),
            (#"{"stationsPerLink":33}"#, [.key("stationsPerLink")]),
            (#"{"stationsPerLink":1.5}"#, [.key("stationsPerLink")]),
            (#"{"subprotocols":["a b"]}"#, [.key("subprotocols"), .element(0)]),
            (#"{"split":{"by":" / ","order":"title"}}"#, [.key("split"), .key("order")]),
            (#"{"artworkBase":"covers/"}"#, [.key("artworkBase")]),
            (#"{"values":["a"]}"#, [.key("values")]),
            (#"{"values":{"a":[]}}"#, [.key("values"), .key("a")]),
            (#"{"values":{"Token":"a"}}"#, [.key("values"), .key("Token")]),
            (
                #"{"messages":[{"pick":{"/a":"/b"}}]}"#,
                [.key("messages"), .element(0), .key("pick"), .key("/a")]
            ),
            (#"{"repeatsEvery":true}"#, [.key("repeatsEvery")]),
        ] as [(String, [Step])])
    func `a mistake is told at its place`(settings: String, path: [Step]) throws {
        let mistakes = try MappedTalk.mistakes(settings)
        expect(mistakes.first?.path, is: path, "\(mistakes)")
    }

    @Test(arguments: [
        "{}", #"{"open":"hello","which":"/w"}"#, #"{"messages":[]}"#,
        #"{"messages":[{"do":"hello"},{"map":{}},{"do":"ignore","map":{"track":{"title":"/t"}}}]}"#,
    ])
    func `a mapping that says nowhere what plays is refused`(settings: String) throws {
        let missing = FeedMistake.Problem.missingKey("track", example: "{ title: /title }")
        try expect(MappedTalk.mistakes(settings), is: [FeedMistake(path: [], problem: missing)])
    }

    @Test(arguments: [
        #"{"track":{"title":"/t"}}"#, #"{"online":"/o"}"#, #"{"messages":[{"do":"offline"}]}"#,
        #"{"messages":[{"do":"ignore"},{"map":{"live":{"name":"/n"}}}]}"#,
    ])
    func `any part of the state is enough`(settings: String) throws {
        try expect(MappedTalk.mistakes(settings), is: [])
    }

    @Test(arguments: [
        #"{"layer":["sockjs","lines"]}"#, #"{"layer":{"phoenix":{"topic":"a","version":1}}}"#,
        #"{"layer":{"centrifugo":{"channel":"c","unidirectional":true,"token":"t"}}}"#,
        #"{"layer":"socketio","open":["hello",{"event":"get","data":{}}]}"#,
        #"{"split":false}"#, #"{"split":{"by":[" / "],"order":"titleFirst","at":"last"}}"#,
        #"{"artworkBase":"https://x.example/covers/","subprotocols":"v1","repeatsEvery":"15s"}"#,
        #"{"close":{"terminal":[1008,"4000-4099"]}}"#,
    ])
    func `what is right is taken`(settings: String) throws {
        let whole = #"{"track":{"title":"/t"},"# + settings.dropFirst()
        try expect(MappedTalk.mistakes(whole), is: [])
    }

    @Test func `the feed type is as the settings make it`() throws {
        var feed = Feed(type: "json", url: "wss://radio.example")
        feed.settings = [
            "stationsPerLink": .number(8), "subprotocols": .text("v1"),
            "repeatsEvery": .text("15s"), "artworkBase": .text("https://x.example/"),
            "split": .object([
                Feed.Member(name: "by", value: .text(" / ")),
                Feed.Member(name: "order", value: .text("titleFirst")),
                Feed.Member(name: "at", value: .text("last")),
            ]),
        ]
        let type = try #require(FeedType.of(feed))
        expect(type.stationsPerLink, is: 8)
        expect(type.subprotocols, is: ["v1"])
        expect(type.longestSilence, is: .seconds(15))
        expect(type.artworkBase, is: "https://x.example/")
        var report = Report()
        report.track = ReportedTrack()
        report.track?.text = "Song / Version / Band"
        var settings = Normaliser.Settings()
        settings.splitting = type.splitting
        var normaliser = Normaliser(settings)
        let track = normaliser.normalise(report).track
        expect(track?.title, is: "Song / Version")
        expect(track?.artist, is: "Band")
        expect(FeedType.of(Feed(type: "json", url: ""))?.stationsPerLink, is: 1)
        #expect(FeedType.of(Feed(type: "none", url: "")) == nil)
    }
}
