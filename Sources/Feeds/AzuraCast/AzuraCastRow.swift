import JSON
import NowPlaying

/// The object of a track, now, next or past: what more than one thing is made of is looked up once.
struct AzuraCastRow {
    /// All of it.
    let value: JSONValue
    /// What the track is called.
    let song: JSONValue?
    /// The row of AzuraCast's history that it is, where that is a number.
    let number: Int?
    /// Servers that only imitate AzuraCast have no rows.
    let hasNumber: Bool
    /// When the track began, in Unix seconds; AzuraCast writes 0 where it does not know.
    let playedAt: Double?

    init(_ value: JSONValue) {
        self.value = value
        song = value["song"]
        let row = value["sh_id"]
        number = row?.lenientInt
        hasNumber = row != nil
        playedAt = value["played_at"]?.lenientDouble
    }

    /// It is the time for which the station was off the air, which has a line but no names.
    var isSilence: Bool {
        guard song?["artist"]?.string(equals: "") ?? true else { return false }
        let isUntitled = song?["title"]?.string(equals: "") ?? true
        return (isUntitled ? song?["text"] : song?["title"]).map { text in
            text.string(equals: "Station Offline") || text.string(equals: "Stream Offline")
        } ?? false
    }

    /// The track's length: as it is told, where 0 is not known; imitations that do not tell it may
    /// say what has been played and what remains.
    var duration: Interval? {
        if let told = value["duration"] {
            return told.lenientDouble.flatMap { $0 > 0 ? Interval(seconds: $0) : nil }
        }
        guard let elapsed = value["elapsed"]?.lenientDouble, elapsed >= 0,
            let remaining = value["remaining"]?.lenientDouble, remaining > 0
        else { return nil }
        return Interval(seconds: elapsed + remaining)
    }

    /// When the track began, where that is known.
    var start: Timestamp? { playedAt.flatMap(Timestamp.init(unixSeconds:)) }
}

extension Timestamp {
    /// A time as AzuraCast writes it, which has 0 for none.
    init?(unixSeconds: Double) {
        guard unixSeconds > 0 else { return nil }
        self.init(seconds: unixSeconds)
    }
}
