import Feeds
import JSON
import NowPlaying

/// A made-up station's messages, in AzuraCast's shapes.
enum Fixture {
    static let station =
        #"{"id":1,"name":"Nordlicht","shortcode":"nordlicht","description":"Music from the north","#
        + #""url":"https://nordlicht.example","listen_url":null,"mounts":[]}"#
    static let listeners = #"{"total":7,"unique":5,"current":6}"#
    static let notLive =
        #"{"is_live":false,"streamer_name":"","broadcast_start":null,"art":null}"#
    static let song =
        #"{"id":"abc","art":"https://nordlicht.example/art/1.jpg","custom_fields":[],"#
        + #""text":"Aurora - First Light","artist":"Aurora","title":"First Light","#
        + #""album":"Dawn","genre":"Ambient","isrc":"NO-AAA-20-00001","lyrics":""}"#
    static let current =
        #"{"sh_id":900,"played_at":1734713887,"duration":677,"playlist":"Auto","streamer":"","#
        + #""is_request":false,"song":\#(song),"elapsed":361,"remaining":316}"#
    static let next =
        #"{"cued_at":1734714000,"played_at":1734714564,"duration":200.5,"playlist":null,"#
        + #""is_request":false,"song":{"id":"def","art":"https://nordlicht.example/art/2.jpg","#
        + #""custom_fields":{"mood":null},"text":"Polar - Night","artist":"Polar","#
        + #""title":"Night","album":""}}"#
    static let history =
        #"[{"sh_id":899,"played_at":1734713647,"duration":240,"playlist":"Auto","streamer":"","#
        + #""is_request":false,"song":{"id":"ghi","art":"https://nordlicht.example/art/3.jpg","#
        + #""text":"Fjord - Deep","artist":"Fjord","title":"Deep","album":"Water"}},"#
        + #"{"sh_id":898,"played_at":1734713400,"duration":0,"song":{"id":"jkl","art":"","#
        + #""text":"Jingle","artist":"","title":"Jingle"}}]"#

    static func nowPlaying(
        station: String = station, listeners: String = listeners, live: String = notLive,
        current: String = current, next: String = next, history: String = history,
        online: String = "true"
    ) -> String {
        #"{"station":\#(station),"listeners":\#(listeners),"live":\#(live),"#
            + #""now_playing":\#(current),"playing_next":\#(next),"song_history":\#(history),"#
            + #""is_online":\#(online),"cache":"event"}"#
    }

    static func publication(_ nowPlaying: String, offset: Int? = nil) -> String {
        let place = offset.map { #","offset":\#($0)"# } ?? ""
        return #"{"data":{"np":\#(nowPlaying),"triggers":[],"current_time":1734714245}\#(place)}"#
    }

    static func push(
        _ nowPlaying: String = nowPlaying(), channel: String = "station:nordlicht",
        offset: Int? = nil
    ) -> String {
        #"{"channel":"\#(channel)","pub":\#(publication(nowPlaying, offset: offset))}"#
    }

    /// A connect reply with these members of `subs`.
    static func connect(_ subscriptions: String = "") -> String {
        #"{"connect":{"client":"c","version":"0.0.0","subs":{\#(subscriptions)},"ping":25,"#
            + #""session":"s","time":1734714247565}}"#
    }

    static func subscription(
        channel: String = "station:nordlicht", epoch: String? = nil, recovered: Bool = false,
        _ publications: String...
    ) -> String {
        let life = epoch.map { #""epoch":"\#($0)","# } ?? ""
        return #""\#(channel)":{"recoverable":true,\#(life)"recovered":\#(recovered),"#
            + #""publications":[\#(publications.joined(separator: ","))]}"#
    }
}

/// A machine, and what it does.
struct Conversation {
    static let url = "wss://nordlicht.example/api/live/nowplaying/websocket"

    private var machine: any FeedMachine
    private let parser = JSONParser()
    var now = Moment(
        monotonic: Instant(milliseconds: 0), wall: Timestamp(milliseconds: 1_734_714_000_000))

    init(shortcodes: [String] = ["nordlicht"], url: String = url) {
        machine = FeedType.azuraCast.makeMachine(
            shortcodes.map { shortcode in
                var feed = Feed(type: "azuracast", url: url)
                feed.settings["shortcode"] = .text(shortcode)
                return feed
            })
    }

    /// An open conversation, to which the server has agreed.
    static func connected(shortcodes: [String] = ["nordlicht"]) -> Conversation {
        var conversation = Conversation(shortcodes: shortcodes)
        _ = conversation.open()
        let subscriptions = shortcodes.map { #""station:\#($0)":{"recovered":true}"# }
        _ = conversation.receive(Fixture.connect(subscriptions.joined(separator: ",")))
        return conversation
    }

    var deadline: Instant? { machine.deadline }

    mutating func open() -> [FeedEvent] {
        var events: [FeedEvent] = []
        machine.opened(at: now, into: &events)
        return events
    }

    mutating func receive(_ text: String) -> [FeedEvent] {
        var events: [FeedEvent] = []
        machine.received(
            .text(Array(text.utf8)[...]), at: now, using: parser, into: &events)
        return events
    }

    mutating func wake() -> [FeedEvent] {
        var events: [FeedEvent] = []
        machine.woke(at: now, into: &events)
        return events
    }
}

extension [FeedEvent] {
    var reports: [Report] {
        compactMap { if case .report(_, let report) = $0 { report.value } else { nil } }
    }

    var stations: [Int] {
        compactMap { if case .report(let station, _) = $0 { station } else { nil } }
    }

    var rejections: [String] {
        compactMap { if case .rejected(let rejection) = $0 { rejection.code } else { nil } }
    }

    /// The stations that the server does not send, with its words.
    var refusals: [String] {
        compactMap {
            guard case .subscription(let station, .refused(let reason)) = $0 else { return nil }
            return "\(station) \(reason.text)"
        }
    }

    var disconnects: [FeedDisconnect] {
        compactMap { if case .disconnect(let end) = $0 { end } else { nil } }
    }
}
