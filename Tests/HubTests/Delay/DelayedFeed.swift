import Feeds
import Hub
import NowPlaying
import Testing

@testable import Stations

/// A kind of feed that a delayed station may have, in the words of its server.
struct DelayedFeed: Sendable, CustomTestStringConvertible {
    /// A song as a feed tells of it.
    struct Song {
        var title: String
        /// The identity of the song, for feeds that tell one.
        var key: Int
        /// Unix seconds.
        var startedAt: Double
        /// Seconds into it.
        var elapsed: Double
        var isPlaying = true
        var show = "Nattradio"
    }

    /// The facts that a kind of feed can tell.
    enum Ability {
        /// The identity of the song, independent of its title.
        case identity
        /// The position in the song.
        case positions
        /// The pause of the song.
        case pauses
        /// The programme on the air.
        case programmes
    }

    let testDescription: String
    let feed: Feed
    let abilities: Set<Ability>
    /// The first messages of the server on each connection.
    var greetings: [String] = []
    /// Returns the server's message about a song.
    let message: @Sendable (Song) -> String

    /// A station that is read by it.
    func station(delay: Interval) -> StationConfiguration {
        var station = StationConfiguration.reading(feed, as: "one")
        station.delay = delay
        return station
    }

    /// Kinds that have all of these.
    static func all(with abilities: Ability...) -> [DelayedFeed] {
        all.filter { $0.abilities.isSuperset(of: abilities) }
    }

    private init(
        _ type: String, _ settings: [String: Feed.Value] = [:], abilities: Set<Ability>,
        greetings: [String] = [], message: @escaping @Sendable (Song) -> String
    ) {
        testDescription = type
        var feed = Feed(type: type, url: type == "exec" ? "" : "wss://radio.example/live")
        feed.settings = settings
        self.feed = feed
        self.abilities = abilities
        self.greetings = greetings
        self.message = message
    }
}

extension DelayedFeed {
    /// One of each kind: pushed with times, without any, with programmes, players, a mapping of the
    /// user's own, and a program.
    static let all = [azuraCast, radiolise, globalPlayer, gensokyo, volumio, json, exec]

    private static let azuraCast = DelayedFeed(
        "azuracast", ["shortcode": .text("one")], abilities: [.identity, .positions]
    ) { song in
        Publication(title: song.title, row: song.key, playedAt: song.startedAt).push
    }

    private static let radiolise = DelayedFeed(
        "radiolise", ["stream": .text("https://radio.example/stream.mp3")], abilities: []
    ) { song in
        #"{"action":"setTitle","data":{"title":"Fjord - \#(song.title)"}}"#
    }

    private static let globalPlayer = DelayedFeed(
        "globalplayer", ["station": .text("one")], abilities: [.identity, .programmes]
    ) { song in
        #"""
        {"type":"station","now_playing":{"type":"track","title":"\#(song.title)","artist":"Fjord",
         "id":"\#(song.key)"},"current_show":{"name":"\#(song.show)"}}
        """#
    }

    private static let gensokyo = DelayedFeed(
        "gensokyo", abilities: [.identity, .positions],
        greetings: [#"{"message":"welcome","id":42}"#]
    ) { song in
        #"""
        {"songid":"\#(song.key)","title":"\#(song.title)","artist":"Fjord","duration":"273",
         "played":\#(song.elapsed)}
        """#
    }

    private static let volumio = DelayedFeed(
        "volumio", abilities: [.positions, .pauses],
        greetings: [
            #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":60000}"#, "40",
        ]
    ) { song in
        #"""
        42["pushState",{"status":"\#(song.isPlaying ? "play" : "pause")","title":"\#(song.title)",
         "artist":"Fjord","seek":\#(Int(song.elapsed * 1_000)),"duration":273,"service":"mpd"}]
        """#
    }

    private static let json = DelayedFeed(
        "json",
        [
            "track": object([
                "key": .text("/id"), "title": .text("/title"), "elapsed": .text("/elapsed"),
            ]), "state": .text("/state"), "programme": object(["title": .text("/show")]),
        ], abilities: [.identity, .positions, .pauses, .programmes]
    ) { song in
        #"""
        {"id":\#(song.key),"title":"\#(song.title)","elapsed":\#(song.elapsed),
         "state":"\#(song.isPlaying ? "playing" : "paused")","show":"\#(song.show)"}
        """#
    }

    private static let exec = DelayedFeed(
        "exec", ["command": .text("poll")],
        abilities: [.identity, .positions, .pauses, .programmes]
    ) { song in
        #"""
        {"track":{"id":"\#(song.key)","title":"\#(song.title)","elapsed":\#(song.elapsed)},
         "state":"\#(song.isPlaying ? "playing" : "paused")",
         "programme":{"title":"\#(song.show)"}}
        """#
    }

    private static func object(_ members: KeyValuePairs<String, Feed.Value>) -> Feed.Value {
        .object(members.map { Feed.Member(name: $0.key, value: $0.value) })
    }
}
