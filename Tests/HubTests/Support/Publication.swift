/// A publication of a made-up AzuraCast station, in the words of its server.
struct Publication {
    /// The short code, which in tests is the station's id too.
    var station = "one"
    var title: String? = "First Light"
    var artist: String?
    /// The row of the server's history (`sh_id`); `nil` for a server that tells no tracks apart.
    var row: Int?
    /// Unix seconds on the server's clock.
    var playedAt: Double?
    var elapsed: Double?
    var duration: Double?
    var listeners: Int?
    var streamer: String?
    var isOnline: Bool?
    /// Titles, newest first.
    var history: [String] = []
    var next: String?
    /// Unix seconds, as the server's clock showed them.
    var currentTime: Int?
    var offset: Int?

    /// The frame that pushes it.
    var push: String {
        let place = offset.map { #","offset":\#($0)"# } ?? ""
        return #"{"channel":"station:\#(station)","pub":{"data":\#(payload)\#(place)}}"#
    }

    /// The reply to a connect, with the publication as what the server has cached.
    var connect: String {
        Self.connect(
            subscriptions: #""station:\#(station)":{"publications":[{"data":\#(payload)}]}"#)
    }

    /// The reply to a connect.
    static func connect(
        subscriptions: String = "", ping: Int? = 25, pong: Bool = false, time: Int? = nil
    ) -> String {
        let heartbeat = (ping.map { #","ping":\#($0)"# } ?? "") + (pong ? #","pong":true"# : "")
        let clock = time.map { #","time":\#($0)"# } ?? ""
        return #"{"connect":{"client":"c","version":"0","subs":{\#(subscriptions)}"#
            + heartbeat + clock + "}}"
    }

    private var payload: String {
        let clock = currentTime.map { #","current_time":\#($0)"# } ?? ""
        return #"{"np":\#(nowPlaying),"triggers":[]\#(clock)}"#
    }

    private var nowPlaying: String {
        var members = [
            #""station":{"name":"Station \#(station)"}"#, #""now_playing":\#(track)"#,
            #""song_history":[\#(history.map(Self.played).joined(separator: ","))]"#,
        ]
        if let listeners { members.append(#""listeners":{"current":\#(listeners)}"#) }
        if let isOnline { members.append(#""is_online":\#(isOnline)"#) }
        if let next { members.append(#""playing_next":\#(Self.played(next))"#) }
        if let streamer {
            members.append(#""live":{"is_live":true,"streamer_name":"\#(streamer)"}"#)
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private var track: String {
        guard let title else { return "null" }
        var song = [#""title":"\#(title)""#]
        if let artist { song.append(#""artist":"\#(artist)""#) }
        var members = [#""song":{\#(song.joined(separator: ","))}"#]
        if let row { members.append(#""sh_id":\#(row)"#) }
        if let playedAt { members.append(#""played_at":\#(playedAt)"#) }
        if let elapsed { members.append(#""elapsed":\#(elapsed)"#) }
        if let duration { members.append(#""duration":\#(duration)"#) }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func played(_ title: String) -> String {
        #"{"song":{"title":"\#(title)"}}"#
    }
}
