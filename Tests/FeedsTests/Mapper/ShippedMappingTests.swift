import Expectations
import NowPlaying
import Testing

@testable import Feeds

struct ShippedMappingTests {
    @Test(arguments: ShippedMapping.texts)
    func `every shipped mapping can be read`(text: String) throws {
        do {
            #expect(try ShippedMapping(text).mistakes == [])
        } catch let flaw as ShippedMapping.Flaw {
            Issue.record("\(flaw.mistakes)")
        }
    }

    @Test func `every shipped mapping is a feed type with a name of its own`() {
        expect(ShippedMapping.feedTypes.count, is: ShippedMapping.texts.count)
        expect(Set(FeedType.all.map(\.name)).count, is: FeedType.all.count)
        for type in ShippedMapping.feedTypes {
            #expect(FeedType.named(type.name) != nil)
            let address = type.address ?? ""
            #expect(address.hasPrefix("wss://") || address.hasPrefix("ws://{host}"))
            #expect(type.stationsPerLink == 1 || type.settings.contains { $0.namesStation })
        }
    }

    @Test func `Global Player's shows stay between songs`() throws {
        var talk = MappedTalk(try #require(.named("globalplayer")))
        expect(talk.open(), is: [#"send {"actions":[{"type":"subscribe","service":"one"}]}"#])
        expect(talk.wake(after: 30), is: ["send heartbeat"])
        expect(talk.receive("pong"), is: [])
        expect(talk.receive(#"{"type":"heartbeat"}"#), is: [])
        let show =
            #""current_show":{"name":"Breakfast","start":"2023-11-14T22:13:20Z","finish":"2023-11-14T23:13:20Z"}"#
        let song = #"{"type":"track","title":"T","artist":"A","artwork":"https://x/a.jpg","id":3}"#
        // A song that is empty at first is not a state of its own, after which a song would begin.
        expect(
            talk.receive(#"{"type":"station","now_playing":{"title":null},\#(show)}"#),
            is: [
                "accepted"
            ])
        let first = try talk.reported(#"{"type":"station","now_playing":\#(song),\#(show)}"#)
        expect(first.track?.title, is: "T")
        expect(first.track?.artist, is: "A")
        expect(first.track?.identity?.key, is: "3")
        expect(first.programme?.startsAt?.milliseconds, is: 1_700_000_000_000)
        expect(talk.report(#"{"type":"station","now_playing":null,\#(show)}"#), is: nil)
        expect(talk.wait, is: 1)
        expect(talk.wake(after: 1), is: ["report 0 nothing"])
        let jingle = talk.report(
            #"{"type":"station","now_playing":{"type":"advert","title":"Buy"},\#(show)}"#)
        expect(jingle?.track, is: nil)
        expect(jingle?.programme?.title, is: "Breakfast")
    }

    @Test func `what an unverified feed cannot map is told once`() throws {
        let type = try #require(FeedType.named("globalplayer"))
        #expect(type.isUnverified)
        var talk = MappedTalk(type)
        _ = talk.open()
        let actions = talk.read(#"{"type":"status","code":7}"#)
        let rejection = FeedRejection(
            code: "unmapped", detail: "a message that the mapping does not know: type, code")
        expect(actions, is: [.rejected(rejection)])
        expect(talk.receive(#"{"type":"status","code":8}"#), is: [])
    }

    @Test func `streamABC's talk is a programme, its songs are tracks`() throws {
        var talk = MappedTalk(try #require(.named("streamabc")))
        expect(talk.open(), is: [])
        let song = try talk.reported(
            #"""
            {"channel":"c","station":"Nord","type":"now","artist":"A","song":"S","album":"",
             "cover":"https://x/c.jpg","images":{"large":{"url":""}},"isrc":"DEA123456789",
             "start":"14.11.2023 23:13:20","start_timestamp":1700000000,"duration":180000,
             "extdata":{"album":"L"}}
            """#)
        expect(song.track?.title, is: "S")
        expect(song.track?.artist, is: "A")
        expect(song.track?.album, is: "L")
        expect(song.track?.artworkURL, is: "https://x/c.jpg")
        expect(song.track?.duration, is: .seconds(180))
        expect(song.track?.positions, is: [.startedAt(Timestamp(milliseconds: 1_700_000_000_000))])
        let own = talk.report(#"{"station":"Nord","artist":"Nord","song":"","extdata":{}}"#)
        expect(own?.track, is: nil)
        expect(own?.programme, is: nil)
        expect(own?.station.name, is: "Nord")
        let show = talk.report(
            #"{"station":"Nord","artist":"Nord","song":"","extdata":{"TitreEmission":"News","Presentateur":"P"}}"#
        )
        expect(show?.programme?.title, is: "News")
        expect(show?.programme?.kicker, is: "P")
        // A broadcaster's name, and the channel's beside it.
        let channel = talk.report(
            #"{"channel":"nord2","station":"nrf","artist":"Nord 2","song":"","extdata":{"NomChaine":"Nord 2","VisuelChaine":"https://x/l.png"}}"#
        )
        expect(channel?.programme, is: nil)
        expect(channel?.station.name, is: "Nord 2")
        expect(channel?.station.logo, is: "https://x/l.png")
        let bare = talk.report(
            #"{"channel":"nord2","station":"nrf","artist":"Nord 2","song":"","extdata":{}}"#)
        expect(bare?.programme, is: nil)
        expect(bare?.track, is: nil)
        expect(talk.receive("{}"), is: ["rejected unmapped"])
    }

    @Test func `Qmusic's messages are taken out of their three wrappers`() throws {
        var talk = MappedTalk(
            try #require(.named("qmusic")), stations: ["qmusic_nl", "joe_nl"])
        expect(talk.open(), is: [])
        expect(
            talk.receive("o"),
            is: [
                "accepted",
                #"send ["{\"action\":\"join\",\"id\":0,\"sub\":{\"station\":\"qmusic_nl\",\"entity\":\"plays\",\"action\":\"play\"},\"backlog\":1}"]"#,
                #"send ["{\"action\":\"join\",\"id\":0,\"sub\":{\"station\":\"joe_nl\",\"entity\":\"plays\",\"action\":\"play\"},\"backlog\":1}"]"#,
            ])
        expect(talk.receive("h"), is: [])
        expect(talk.receive(#"a["{\"action\":\"joined\"}"]"#), is: ["accepted"])
        let play =
            #"{"station":"joe_nl","entity":"plays","action":"play","data":{"title":"T","artist":{"name":"A"},"thumbnail":"/t.jpg","played_at":"2023-11-14T23:13:20+01:00","next":{"title":"N","artist":{"name":"B"},"thumbnail":"a/n .jpg"}}}"#
        let message = #"{"action":"data","data":\#(play.quotedAsJSON)}"#
        let actions = talk.read("a[\(message.quotedAsJSON)]")
        guard case .report(let station, let report) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        expect(station, is: 1)
        expect(report.track?.title, is: "T")
        expect(report.track?.artist, is: "A")
        expect(
            report.track?.positions, is: [.startedAt(Timestamp(milliseconds: 1_700_000_000_000))])
        expect(report.next?.title, is: "N")
        expect(report.next?.artist, is: "B")
        expect(report.track?.artworkURL, is: "https://cdn-radio.dpgmedia.net/site/w480/t.jpg")
        expect(report.next?.artworkURL, is: "https://cdn-radio.dpgmedia.net/site/w480/a/n%20.jpg")
    }

    @Test(arguments: FeedType.all.map(\.name))
    func `how lines are split can be said of every feed`(name: String) throws {
        var feed = Feed(type: name, url: "wss://radio.example")
        feed.settings["track"] = .object([Feed.Member(name: "title", value: .text("/t"))])
        feed.settings["split"] = .object([
            Feed.Member(name: "by", value: .text(" / ")),
            Feed.Member(name: "order", value: .text("titleFirst")),
        ])
        let type = try #require(FeedType.of(feed))
        expect(type.settings.filter { $0.name == "split" }.map(\.isOfReading), is: [true])
        expect(type.splitting.separators, is: [" / "])
        expect(type.splitting.order, is: .titleFirst)
        let known = try #require(FeedType.named(name)).mistakes(feed)
        feed.settings["split"] = .text("/")
        expect(type.mistakes(feed).count, is: known.count + 1)
    }

    @Test(
        arguments: [
            ("{", []), ("[]", [FeedMistake.Problem.wrongValue(mustBe: "a mapping (`key: value`)")]),
            ("{}", [.missingKey("name", example: "…")]),
        ] as [(String, [FeedMistake.Problem])])
    func `a text that is not a mapping is none`(text: String, problems: [FeedMistake.Problem]) {
        do {
            _ = try ShippedMapping(text)
            Issue.record("it was taken")
        } catch {
            let mistakes = (error as? ShippedMapping.Flaw)?.mistakes ?? []
            expect(mistakes.map(\.problem), is: problems)
        }
    }
}
