import JSON
import NowPlaying

/// The object of a track, now, next or past. Members that several readers need are looked up once.
struct AzuraCastRow {
    /// The whole object.
    let value: JSONValue
    /// The names of the track.
    let song: JSONValue?
    /// Its row in AzuraCast's history, if that is a number.
    let number: Int?
    /// True if it has a row; servers that only imitate AzuraCast have none.
    let hasNumber: Bool
    /// The start of the track, in Unix seconds; AzuraCast writes 0 for an unknown one.
    let playedAt: Double?

    init(_ value: JSONValue) {
        self.value = value
        song = value["song"]
        let row = value["sh_id"]
        number = row?.lenientInt
        hasNumber = row != nil
        playedAt = value["played_at"]?.lenientDouble
    }

    /// True if it stands for a time off the air, which has a line but no names.
    var isSilence: Bool {
        guard song?["artist"]?.string(equals: "") ?? true else { return false }
        let isUntitled = song?["title"]?.string(equals: "") ?? true
        return (isUntitled ? song?["text"] : song?["title"]).map { text in
            text.string(equals: "Station Offline") || text.string(equals: "Stream Offline")
        } ?? false
    }

    /// The track's length: the sent one, where 0 means unknown. Imitations that send none may send
    /// the elapsed and the remaining time.
    var duration: Interval? {
        if let told = value["duration"] {
            return told.lenientDouble.flatMap { $0 > 0 ? Interval(seconds: $0) : nil }
        }
        guard let elapsed = value["elapsed"]?.lenientDouble, elapsed >= 0,
            let remaining = value["remaining"]?.lenientDouble, remaining > 0
        else { return nil }
        return Interval(seconds: elapsed + remaining)
    }

    /// The start of the track, if known.
    var start: Timestamp? { playedAt.flatMap(Timestamp.init(unixSeconds:)) }

    /// AzuraCast's rows of history (`sh_id`) and its hash of the text (`song.id`) tell tracks
    /// apart. Servers that only imitate it have neither: their text and its start are used.
    func identity(called track: ReportedTrack) -> ReportedTrack.Identity? {
        let number = number.flatMap { $0 > 0 ? String($0) : nil }
        let hash = song?["id"]?.word.flatMap { $0.isEmpty ? nil : $0 }
        if number != nil || hash != nil {
            let key = (number ?? "") + "/" + (hash ?? "")
            return ReportedTrack.Identity(key: key, startedAt: start)
        }
        guard let start, let text = track.text ?? track.title else { return nil }
        return ReportedTrack.Identity(key: text, startedAt: start)
    }
}

extension Timestamp {
    /// A time as AzuraCast writes it, which has 0 for none.
    init?(unixSeconds: Double) {
        guard unixSeconds > 0 else { return nil }
        self.init(seconds: unixSeconds)
    }
}
