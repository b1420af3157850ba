import JSON
import NowPlaying

/// A media player, built from its entity's state and attributes.
struct HomeAssistantPlayer: Sendable {
    /// An attribute that is read; all others are ignored.
    private enum Attribute: String, CaseIterable {
        case title = "media_title"
        case artist = "media_artist"
        case albumArtist = "media_album_artist"
        case album = "media_album_name"
        case series = "media_series_title"
        case season = "media_season"
        case episode = "media_episode"
        case contentType = "media_content_type"
        case channel = "media_channel"
        case app = "app_name"
        case source = "source"
        case name = "friendly_name"
        case duration = "media_duration"
        case position = "media_position"
        case updated = "media_position_updated_at"
        case picture = "entity_picture"
    }

    /// A value in the forms that are used. Integrations write numbers as texts, and titles may be
    /// numbers.
    private struct Value {
        let text: String
        let number: Double?

        init?(_ value: JSONValue) {
            guard let text = value.lenientString, !text.isEmpty else { return nil }
            self.text = text
            number = value.lenientDouble
        }
    }

    /// Its id, such as `media_player.kitchen`.
    let entity: String
    private var state: String?
    private var attributes: [Attribute: Value] = [:]

    /// An entity without a known state.
    init(entity: String) {
        self.entity = entity
    }

    /// Forgets its state.
    mutating func forget() {
        state = nil
        attributes = [:]
    }

    /// Replaces the entity with a whole one.
    ///
    /// - Returns: True if it was valid; if not, nothing is changed.
    mutating func replace(with whole: JSONValue) -> Bool {
        guard let state = whole["s"]?.word else { return false }
        forget()
        self.state = state
        merge(whole["a"])
        return true
    }

    /// Applies the added, changed and removed attributes.
    mutating func change(by change: JSONValue) {
        for name in change.value(at: "/-/a")?.elements.compactMap(\.word) ?? [] {
            guard let attribute = Attribute(rawValue: name) else { continue }
            attributes[attribute] = nil
        }
        if let state = change.value(at: "/+/s")?.word { self.state = state }
        merge(change.value(at: "/+/a"))
    }

    private mutating func merge(_ changed: JSONValue?) {
        guard let changed else { return }
        for attribute in Attribute.allCases {
            guard let value = changed[named: attribute.rawValue] else { continue }
            attributes[attribute] = Value(value)
        }
    }
}

extension HomeAssistantPlayer {
    /// Its whole state.
    var report: Report {
        var report = Report()
        report.online = state.map { $0 != "unavailable" }
        report.isPlayer = true
        report.state = playback
        report.track = track
        report.programme = programme
        report.station.name = text(.name)
        return report
    }

    /// A player that is merely on reports no playing state; one that buffers is about to play.
    private var playback: Playback.State {
        switch state {
        case "playing", "buffering", "on": .playing
        case "paused": .paused
        default: .stopped
        }
    }

    private var track: ReportedTrack? {
        guard let title = text(.title) ?? text(.series) else { return nil }
        var track = ReportedTrack()
        track.artist = text(.artist) ?? text(.albumArtist)
        track.album = text(.album) ?? text(.series)
        track.artworkURL = text(.picture)
        track.season = whole(.season)
        track.episode = whole(.episode)
        track.duration = length(.duration)
        track.positions = positions
        if isStream {
            track.text = title
        } else {
            track.title = title
        }
        return track
    }

    /// True if only a title is known: it may be a stream, which has artist and title in one line.
    private var isStream: Bool {
        let known: [Attribute] = [.artist, .albumArtist, .album, .series, .episode, .duration]
        let isVideo = text(.contentType).map(Self.videos.contains) ?? false
        return !isVideo && known.allSatisfy { attributes[$0] == nil }
    }

    /// The values of Home Assistant's `MediaType` for media with a title of their own.
    private static let videos: Set = [
        "app", "apps", "episode", "game", "image", "movie", "season", "tvshow", "video",
    ]

    /// The channel. For a player without a title at least the app or the input.
    private var programme: Programme? {
        guard playback != .stopped else { return nil }
        let substitute = track == nil ? text(.app) ?? text(.source) : nil
        return (text(.channel) ?? substitute).map { Programme(title: $0) }
    }

    /// A track without a length is a stream: its position is the time since it was switched on. A
    /// position is as of its own time, not of now. A paused player need not send that time: Home
    /// Assistant's own cards show the position unchanged, too.
    private var positions: [ReportedTrack.Position] {
        guard playback != .stopped, let elapsed = length(.position), elapsed >= .zero,
            let duration = length(.duration), duration > .zero
        else { return [] }
        if let time = text(.updated).flatMap({ TimeText.iso($0, zone: nil) }) {
            return [.elapsedAsOf(elapsed, time)]
        }
        return playback == .paused ? [.elapsed(elapsed)] : []
    }

    private func text(_ attribute: Attribute) -> String? { attributes[attribute]?.text }

    private func whole(_ attribute: Attribute) -> Int? {
        attributes[attribute]?.number.flatMap { Int(exactly: $0) }
    }

    private func length(_ attribute: Attribute) -> Interval? {
        guard let value = attributes[attribute] else { return nil }
        return value.number.flatMap { Interval(seconds: $0) } ?? TimeText.clock(value.text)
    }
}
