/// A made-up AzuraCast station, in the words of its server: a publication of about 4 KB, which is
/// what real ones have with five played tracks.
struct AzuraCastServer {
    let station: String
    /// The number of publications while a title plays.
    var publicationsByTitle = 1

    /// Unix time at which the stations begin.
    static let start = 1_734_714_000
    /// Seconds between two publications.
    static let step = 10

    /// The reply to a connect, with what each station plays first.
    static func connected(_ stations: [AzuraCastServer]) -> String {
        let subscriptions = stations.map { station in
            #""station:\#(station.station)":{"recoverable":true,"epoch":"e","offset":0,"#
                + #""publications":[{"data":\#(station.payload(row: 0, at: 0))}]}"#
        }
        return #"{"connect":{"client":"c","version":"6","ping":25,"#
            + #""subs":{\#(subscriptions.joined(separator: ","))}}}"#
    }

    /// The publication of a step: a new title, or the one before, of which only the elapsed time
    /// moves on.
    func publication(at step: Int) -> String { push(row: step / publicationsByTitle, at: step) }

    /// Returns the title of a row.
    func title(_ row: Int) -> String { "Låg Tide \(row)" }

    /// The first title again: only what has elapsed moves on.
    func repeated(at step: Int) -> String { push(row: 0, at: step) }

    private func push(row: Int, at step: Int) -> String {
        let data = payload(row: row, at: step)
        return #"{"channel":"station:\#(station)","pub":{"data":\#(data),"offset":\#(step)}}"#
    }

    private func payload(row: Int, at step: Int) -> String {
        let now = Self.start + step * Self.step
        let elapsed = now - start(of: row)
        let history = (1...5).map { played(row - $0) }.joined(separator: ",")
        return """
            {"np":{"station":{"id":1,"name":"Station \(station)","shortcode":"\(station)",\
            "description":"Songs of boats.","frontend":"icecast","backend":"liquidsoap",\
            "timezone":"UTC","listen_url":"https://radio.example/listen/\(station)/radio.mp3",\
            "url":"https://radio.example","is_public":true,"mounts":[],"remotes":[]},\
            "listeners":{"total":7,"unique":6,"current":7},\
            "live":{"is_live":false,"streamer_name":"","broadcast_start":null,"art":null},\
            "now_playing":\(track(row, ending: #","elapsed":\#(elapsed),"remaining":0"#)),\
            "playing_next":\(played(row + 1)),"song_history":[\(history)],\
            "is_online":true,"cache":"database"},"triggers":[],"current_time":\(now)}
            """
    }

    private func start(of row: Int) -> Int {
        Self.start + row * publicationsByTitle * Self.step
    }

    private func duration(of row: Int) -> Int {
        row == 0 ? 3_600 : publicationsByTitle * Self.step
    }

    private func played(_ row: Int) -> String { track(row, ending: "") }

    private func track(_ row: Int, ending: String) -> String {
        // Rows before the first one are of an evening before the measurement.
        let (title, artist) = (self.title(row), "Mara Ebb & The Bollards")
        return """
            {"sh_id":\(row + 1_000),"played_at":\(start(of: row)),\
            "duration":\(duration(of: row)),"playlist":"default","streamer":"",\
            "is_request":false,"song":{"id":"f2d4c1b29fd3a1cd51c60\(row + 1_000)",\
            "art":"https://radio.example/api/station/\(station)/art/c51c60\(row).jpg",\
            "custom_fields":[],"text":"\(artist) - \(title)","artist":"\(artist)",\
            "title":"\(title)","album":"Moorings","genre":"Sea Shanty","isrc":"",\
            "lyrics":""}\(ending)}
            """
    }
}
