import JSON
import NowPlaying

/// Reads one station's `np` objects.
///
/// All but few repeat the one before with other times and counts. So what it made of the last one
/// is kept: texts that are the same are used again, and a history that is the same is not even
/// looked at.
struct AzuraCastReader: Sendable {
    /// AzuraCast gives out times as listeners hear them, 5 s after the encoder got them; only
    /// `elapsed` is the encoder's (`CurrentSong::recalculate`).
    private static let listenersLag = Interval.seconds(5)

    private var last: Report?
    private var history = AzuraCastHistory()

    /// Whether a value can be an `np` object at all.
    static func isNowPlaying(_ value: JSONValue) -> Bool {
        guard value["now_playing"] != nil else { return value["is_online"]?.bool == false }
        return value["station"] != nil || value["song_history"] != nil
    }

    /// What the object says.
    ///
    /// Each part may be missing, and then is unknown. Only what plays must be there, or be said
    /// not to be: a damaged object must not pass for silence.
    mutating func report(
        from value: JSONValue, isCached: Bool
    ) throws(FeedRejection) -> Report {
        guard value.isObject else { throw .unexpectedShape("np is not an object") }
        var report = Report()
        report.isCached = isCached
        report.online = value["is_online"]?.bool
        report.station = station(value["station"])
        report.listeners = value["listeners"].flatMap(Self.listeners)
        let current = try currentTrack(in: value)
        report.track = current.flatMap { track($0, like: last?.track) }
        report.history = history.tracks(in: value["song_history"], besides: current)
        if report.online == false || (report.online == nil && current == nil) {
            report.state = .stopped
            report.rate = 0
        } else if value["live"]?["is_live"]?.bool == true {
            report.live = value["live"].map { streamer($0, of: value["now_playing"]) }
        } else {
            report.next = value["playing_next"].flatMap { $0.isObject ? next($0) : nil }
        }
        last = report
        return report
    }

    /// The last report again, for when the server says that it still holds. What was elapsed then
    /// is not what is now.
    func confirmedReport() -> Report? {
        var report = last
        report?.isCached = true
        report?.track?.positions.removeAll {
            if case .elapsed = $0 { true } else { false }
        }
        return report
    }
}

extension AzuraCastReader {
    /// The object of what plays; `nil` where nothing does.
    ///
    /// A station that is off the air has one all the same, whose text says so and whose numbers
    /// are all 0: `elapsed` then counts from 1970.
    private func currentTrack(in value: JSONValue) throws(FeedRejection) -> JSONValue? {
        if value["is_online"]?.bool == false { return nil }
        guard let current = value["now_playing"] else {
            throw .unexpectedShape("np.now_playing is missing")
        }
        if current.isNull { return nil }
        guard current.isObject else { throw .unexpectedShape("np.now_playing is not an object") }
        if current["sh_id"]?.lenientInt == 0, current["played_at"]?.lenientDouble == 0 {
            return nil
        }
        guard let song = current["song"], song.isObject else {
            throw .unexpectedShape("np.now_playing.song is not an object")
        }
        return current
    }

    private func station(_ value: JSONValue?) -> ReportedStation {
        guard let value else { return ReportedStation() }
        var station = ReportedStation()
        station.name = value["name"].text(like: last?.station.name)
        station.url = value["url"].text(like: last?.station.url)
        station.description = value["description"].text(like: last?.station.description)
        return station
    }

    private static func listeners(_ value: JSONValue) -> Listeners? {
        guard value.isObject else { return nil }
        return Listeners(
            current: value["current"]?.lenientInt, unique: value["unique"]?.lenientInt,
            total: value["total"]?.lenientInt)
    }

    private func track(_ value: JSONValue, like last: ReportedTrack?) -> ReportedTrack {
        var track = ReportedTrack(azuraCast: value, like: last)
        let song = value["song"]
        track.genre = song?["genre"].text(like: last?.genre)
        track.isrc = song?["isrc"].text(like: last?.isrc)
        track.identity = identity(of: value, called: track)
        if let elapsed = elapsed(of: value) { track.positions.append(.elapsed(elapsed)) }
        return track
    }

    /// AzuraCast's rows of history (`sh_id`) and its hash of the text (`song.id`) tell tracks
    /// apart; servers that only imitate it have neither, and their text and its start must do.
    private func identity(
        of value: JSONValue, called track: ReportedTrack
    ) -> ReportedTrack.Identity? {
        let start = value.playedAt
        let row = value["sh_id"]?.lenientInt.flatMap { $0 > 0 ? String($0) : nil }
        let hash = value["song"]?["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if row != nil || hash != nil {
            let key = (row ?? "") + "/" + (hash ?? "")
            return ReportedTrack.Identity(key: key, startedAt: start)
        }
        guard let start, let text = track.text ?? track.title else { return nil }
        return ReportedTrack.Identity(key: text, startedAt: start)
    }

    /// Made to agree with `played_at`, where both come from AzuraCast itself.
    private func elapsed(of value: JSONValue) -> Interval? {
        guard value["played_at"]?.lenientDouble != 0,
            let elapsed = value["elapsed"]?.lenientDouble.flatMap(Interval.init(seconds:)),
            elapsed >= .zero
        else { return nil }
        let isImitation = value["sh_id"] == nil && value["song"]?["id"] == nil
        return isImitation ? elapsed : max(.zero, elapsed - Self.listenersLag)
    }

    private func next(_ value: JSONValue) -> ReportedTrack {
        ReportedTrack(azuraCast: value, like: last?.next)
    }

    private func streamer(_ live: JSONValue, of current: JSONValue?) -> ReportedStreamer {
        let name = live["streamer_name"]?.lenientString.flatMap { $0.isEmpty ? nil : $0 }
        var streamer = ReportedStreamer(name: name ?? current?["streamer"]?.string ?? "")
        streamer.startedAt = live["broadcast_start"]?.lenientTime
        streamer.artworkURL = live["art"].text(like: last?.live?.artworkURL)
        return streamer
    }
}

extension ReportedTrack {
    /// What now, next and past tracks have in common.
    init(azuraCast value: JSONValue, like last: ReportedTrack?) {
        self.init()
        let song = value["song"]
        text = song?["text"].text(like: last?.text)
        title = song?["title"].text(like: last?.title)
        artist = song?["artist"].text(like: last?.artist)
        album = song?["album"].text(like: last?.album)
        artworkURL = song?["art"].text(like: last?.artworkURL)
        positions = value.playedAt.map { [.startedAt($0)] } ?? []
        duration = value["duration"]?.lenientDouble.flatMap { $0 > 0 ? Interval(seconds: $0) : nil }
    }
}

extension JSONValue {
    /// When the track of a row began; AzuraCast writes 0 where it does not know.
    var playedAt: Timestamp? { self["played_at"]?.lenientTime }

    /// Unix seconds; `nil` for 0.
    fileprivate var lenientTime: Timestamp? {
        lenientDouble.flatMap { $0 > 0 ? Timestamp(seconds: $0) : nil }
    }
}

extension JSONValue? {
    /// The text, without making a new string if it is the one that was there before.
    fileprivate func text(like last: String?) -> String? {
        guard let self else { return nil }
        if let last, self.string(equals: last) { return last }
        return self.lenientString
    }
}
