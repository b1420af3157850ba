import JSON
import NowPlaying

/// Reads one station's `np` objects.
///
/// Most repeat the one before with other times and counts. So each is read into the last report:
/// equal texts stay as they are, and an equal history is not read at all.
struct AzuraCastReader: Sendable {
    /// AzuraCast sends times as listeners hear them, 5 s after the encoder; only `elapsed` is the
    /// encoder's (`CurrentSong::recalculate`).
    private static let listenersLag = Interval.seconds(5)

    private var last = Report()
    private var hasReported = false
    /// The history of the last object.
    private(set) var history = AzuraCastHistory()

    /// True if a value can be an `np` object at all.
    static func isNowPlaying(_ value: JSONValue) -> Bool {
        guard value["now_playing"] != nil else { return value["is_online"]?.bool == false }
        return value["station"] != nil || value["song_history"] != nil
    }

    /// Reads the report of an object.
    ///
    /// Each part may be missing, and then is unknown. Only the current track must be present or
    /// explicitly absent: a damaged object must not pass for silence.
    ///
    /// - Parameter text: The message that contains it, if that holds no other object.
    mutating func report(
        from value: JSONValue, of text: CentrifugoText? = nil
    ) throws(FeedRejection) -> Box<Report> {
        guard value.isObject else { throw .unexpectedShape("np is not an object") }
        let current = try Self.currentTrack(in: value)
        hasReported = true
        last.online = value["is_online"]?.bool
        last.station.read(value["station"])
        last.listeners = value["listeners"].flatMap(Self.listeners)
        readTrack(current)
        history.read(value["song_history"], of: text)
        last.history = history.tracks(besides: last.track)
        readSurroundings(of: current, in: value)
        return Box(last)
    }

    /// The last report again, for a server that confirms it. Its elapsed times are removed, because
    /// they are out of date.
    func confirmedReport() -> Box<Report>? {
        guard hasReported else { return nil }
        var report = last
        report.track?.positions.removeAll {
            if case .elapsed = $0 { true } else { false }
        }
        return Box(report)
    }
}

extension AzuraCastReader {
    /// The object of the current track; `nil` if none plays.
    ///
    /// A station that is off the air has one all the same, with a text that says so and with all
    /// numbers 0: `elapsed` then counts from 1970.
    private static func currentTrack(
        in value: JSONValue
    ) throws(FeedRejection) -> AzuraCastRow? {
        if value["is_online"]?.bool == false { return nil }
        guard let current = value["now_playing"] else {
            throw .unexpectedShape("np.now_playing is missing")
        }
        if current.isNull { return nil }
        guard current.isObject else { throw .unexpectedShape("np.now_playing is not an object") }
        let row = AzuraCastRow(current)
        if row.number == 0, row.playedAt == 0 { return nil }
        if row.isSilence { return nil }
        // Some imitations only name a playlist, or a person in `live`.
        guard let song = row.song else { return nil }
        guard song.isObject else {
            throw .unexpectedShape("np.now_playing.song is not an object")
        }
        return row
    }

    private static func listeners(_ value: JSONValue) -> Listeners? {
        guard value.isObject else { return nil }
        return Listeners(
            current: value["current"]?.lenientInt, unique: value["unique"]?.lenientInt,
            total: value["total"]?.lenientInt)
    }

    private mutating func readTrack(_ row: AzuraCastRow?) {
        guard let row else { return last.track = nil }
        last.track.read(row) { track in
            track.genre.read(row.song?["genre"])
            track.isrc.read(row.song?["isrc"])
            track.identity = row.identity(called: track)
            if let elapsed = Self.elapsed(of: row) { track.positions.append(.elapsed(elapsed)) }
        }
    }

    /// Reads the person on air and the next track. The automation's next track is stale while a
    /// person is on air.
    private mutating func readSurroundings(of current: AzuraCastRow?, in value: JSONValue) {
        let isSilent = last.online == false || (last.online == nil && current == nil)
        let live = value["live"].flatMap { $0["is_live"]?.bool == true ? $0 : nil }
        let next = value["playing_next"].flatMap { $0.isObject ? $0 : nil }
        last.state = isSilent ? .stopped : .playing
        last.rate = isSilent ? 0 : 1
        if let live, !isSilent {
            last.live.read(live, of: current?.value)
        } else {
            last.live = nil
        }
        if let next, live == nil, !isSilent {
            last.next.read(AzuraCastRow(next))
        } else {
            last.next = nil
        }
    }

    /// The elapsed time. If it comes from AzuraCast itself, it is made to agree with `played_at`.
    private static func elapsed(of row: AzuraCastRow) -> Interval? {
        guard row.playedAt != 0,
            let elapsed = row.value["elapsed"]?.lenientDouble.flatMap(Interval.init(seconds:)),
            elapsed >= .zero
        else { return nil }
        let isImitation = !row.hasNumber && row.song?["id"] == nil
        return isImitation ? elapsed : max(.zero, elapsed - listenersLag)
    }
}

extension ReportedStation {
    fileprivate mutating func read(_ value: JSONValue?) {
        name.read(value?["name"])
        url.read(value?["url"])
        description.read(value?["description"])
    }
}

extension LiveStreamer? {
    fileprivate mutating func read(_ live: JSONValue, of current: JSONValue?) {
        let name = live["streamer_name"]?.lenientString.flatMap { $0.isEmpty ? nil : $0 }
        var streamer = self ?? LiveStreamer(streamer: "")
        streamer.streamer = name ?? current?["streamer"]?.readable ?? ""
        streamer.startedAt = live["broadcast_start"]?.lenientTime
        streamer.artworkURL.read(live["art"])
        self = streamer
    }
}

extension ReportedTrack? {
    /// Reads the common fields of the current and the next track into the last one, then the rest.
    fileprivate mutating func read(
        _ row: AzuraCastRow, _ rest: (inout ReportedTrack) -> Void = { _ in }
    ) {
        var track = take() ?? ReportedTrack()
        track.read(row)
        rest(&track)
        self = track
    }
}

extension ReportedTrack {
    /// Reads the common fields of current, next and past tracks.
    mutating func read(_ row: AzuraCastRow) {
        let song = row.song
        text.read(song?["text"])
        title.read(song?["title"])
        artist.read(song?["artist"])
        details.album.read(song?["album"])
        details.artworkURL.read(song?["art"])
        positions.removeAll(keepingCapacity: true)
        if let start = row.start { positions.append(.startedAt(start)) }
        duration = row.duration
    }
}

extension JSONValue {
    /// Unix seconds; `nil` for 0.
    fileprivate var lenientTime: Timestamp? {
        lenientDouble.flatMap(Timestamp.init(unixSeconds:))
    }
}

extension String? {
    /// Reads a text; an equal text is not made again.
    fileprivate mutating func read(_ value: JSONValue?) {
        guard let value else { return self = nil }
        if let self, value.string(equals: self) { return }
        self = value.lenientString
    }
}
