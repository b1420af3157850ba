import Testing

@testable import Feeds

extension MappedTalk {
    /// A machine of a shipped feed with the settings that it needs.
    static func radio(_ name: String) throws -> MappedTalk {
        var feed = Feed(type: name, url: "wss://radio.example")
        feed.settings = RadioSample.settings[name] ?? [:]
        return MappedTalk(try #require(FeedType.of(feed)), [feed])
    }

    /// A machine that has said and heard what comes before the first song.
    static func openedRadio(_ name: String) throws -> MappedTalk {
        var talk = try radio(name)
        _ = talk.open()
        for message in RadioSample.greetings[name] ?? [] { _ = talk.receive(message) }
        return talk
    }
}

/// Messages from the servers of the radio feeds, about songs that do not exist.
enum RadioSample {
    /// Settings with which each feed makes sense.
    static let settings: [String: [String: Feed.Value]] = [
        "radiolise": ["stream": .text("https://radio.example/stream.mp3")],
        "streamabc": ["station": .text("nord")],
        "globalplayer": ["station": .text("nord")],
        "qmusic": ["station": .text("nord"), "country": .text("nl")],
        "rainwave": ["station": .text("2"), "user": .number(1), "key": .text("k")],
    ]

    /// The messages before the first song.
    static let greetings: [String: [String]] = [
        "qmusic": ["o"],
        "listenmoe": [#"{"op":0,"d":{"message":"Welcome","heartbeat":35000}}"#],
        "plaza": [
            #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#,
            #"40{"sid":"t"}"#,
        ],
        "gensokyo": [#"{"message":"welcome","id":42}"#],
        "rainwave": [#"{"wsok":true}"#],
    ]

    /// A song that is called Deep, by Fjord, on Water, which lasts 273 s and began 100 s ago.
    static let song: [String: String] = [
        "radiolise": #"{"action":"setTitle","data":{"title":"Fjord - Deep"}}"#,
        "streamabc": #"""
        {"channel":"nord","station":"Nord","type":"now","artist":"Fjord","song":"Deep",
         "album":"Water","cover":"","images":{"large":{"url":"https://x.example/a.jpg"},
         "medium":{"url":""},"small":{"url":""}},"start":"20.12.2024 17:58:20",
         "start_timestamp":1734713900,"duration":273000,"isrc":"NOAAA2000001","extdata":{}}
        """#,
        "globalplayer": #"""
        {"type":"station","now_playing":{"type":"track","title":"Deep","artist":"Fjord",
         "artwork":"https://x.example/a.jpg","id":"7"},"current_show":{"name":"Nattradio",
         "start":"2024-12-20T16:00:00Z","finish":"2024-12-20T18:00:00Z"}}
        """#,
        "qmusic": qmusic,
        "listenmoe": listenMoe,
        "plaza": #"42["status",\#(plaza)]"#,
        "gensokyo": #"""
        {"songid":"450","title":"Deep","artist":"Fjord","album":"Water","circle":"Fjell",
         "year":"2024","albumart":"https://x.example/a.jpg","duration":"273","played":100,
         "remaining":"173"}
        """#,
        "rainwave": rainwave,
    ]

    static let plaza = #"""
        {"song":{"id":450,"artist":"Fjord","album":"Water","title":"Deep","length":273,
         "artwork_src":"https://x.example/a.jpg","artwork_sm_src":"https://x.example/s.jpg"},
         "listeners":92,"reactions":3,"position":90.25,"updated_at":1734713990}
        """#

    static let listenMoe = #"""
        {"op":1,"t":"TRACK_UPDATE","d":{"song":{"id":450,"title":"Deep","sources":[],
         "artists":[{"id":1,"name":"Fjord","nameRomaji":null,"image":null}],
         "albums":[{"id":2,"name":"Water","nameRomaji":null,"image":"w ø.jpg"}],"duration":273},
         "requester":{"uuid":"u","displayName":"Joni"},"event":{"id":3,"name":"Nattradio","image":null},
         "startTime":"2024-12-20T17:02:53.000Z","lastPlayed":[{"id":1,"title":"Mist",
         "artists":[{"name":"Fjell"}],"albums":[],"duration":0}],"listeners":92}}
        """#

    static let rainwave = #"""
        {"sched_current":{"id":8,"type":"Election","start":1734713800,"start_actual":1734713900,
         "end":1734714173,"length":273,"songs":[{"id":450,"title":"Deep","rating":"4.2",
         "url":"https://x.example/deep","elec_request_username":"Joni","length":273,"artists":[{"id":1,"name":"Fjord"}],"albums":[{"id":2,"name":"Water",
         "art":"/album_art/2_5"}]}\#(loser)]},
         "sched_next":[{"id":9,"songs":[{"title":"Night","artists":[{"name":"Polar"}],"albums":[]}]}],
         "sched_history":[{"id":7,"start_actual":1734713600,"songs":[{"title":"Mist","length":300,
         "artists":[{"name":"Fjell"}],"albums":[{"name":"Fog","art":"/album_art/2_4"}]}]}],
         "user":{"id":1},"api_info":{"exectime":0.01,"time":1734714000}}
        """#

    /// A song that lost the vote.
    static let loser = #",{"id":451,"title":"Lost","artists":[{"name":"No Band"}]}"#

    static let play =
        #"{"station":"nord","entity":"plays","action":"play","data":{"title":"Deep","artist":{"name":"Fjord"},"thumbnail":"/a.jpg","spotify_url":"https://open.spotify.com/track/7","played_at":"2024-12-20T17:58:20+01:00","next":{"title":"Night","artist":{"name":"Polar"}}}}"#

    private static var qmusic: String {
        #"a["# + #"{"action":"data","data":\#(play.quotedAsJSON)}"#.quotedAsJSON + "]"
    }
}
