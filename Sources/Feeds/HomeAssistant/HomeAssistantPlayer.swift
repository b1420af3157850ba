import JSON
import NowPlaying

/// A media player as far as its entity's state and attributes tell.
struct HomeAssistantPlayer: Sendable {
    /// An attribute that is read; the others of an entity are of no concern.
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

    /// A value, as far as anything is made of it. Integrations write numbers as texts, and titles
    /// may be numbers.
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

    /// An entity of which nothing is known.
    init(entity: String) {
        self.entity = entity
    }

    /// Nothing is known of it any more.
    mutating func forget() {
        state = nil
        attributes = [:]
    }

    /// Takes an entity whole.
    ///
    /// - Returns: whether it was one; if not, nothing is changed.
    mutating func replace(with whole: JSONValue) -> Bool {
        guard let state = whole["s"]?.word else { return false }
        forget()
        self.state = state
        merge(whole["a"])
        return true
    }

    /// Takes what came, changed and went.
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
    /// Its state, whole.
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

    /// A player that is merely on says nothing of playing; one that buffers is about to.
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

    /// What tells nothing but a title may be a stream, which has artist and title in one line.
    private var isStream: Bool {
        let known: [Attribute] = [.artist, .albumArtist, .album, .series, .episode, .duration]
        let isVideo = text(.contentType).map(Self.videos.contains) ?? false
        return !isVideo && known.allSatisfy { attributes[$0] == nil }
    }

    /// Home Assistant's `MediaType` of what has a title of its own.
    private static let videos: Set = [
        "app", "apps", "episode", "game", "image", "movie", "season", "tvshow", "video",
    ]

    /// The channel, and of a player that tells no title at least the app or the input.
    private var programme: Programme? {
        guard playback != .stopped else { return nil }
        let substitute = track == nil ? text(.app) ?? text(.source) : nil
        return (text(.channel) ?? substitute).map { Programme(title: $0) }
    }

    /// A track without a length is a stream, its position the time since it was switched on. The
    /// position is as of a time of its own, not of now. A player that is paused need not tell
    /// that time: Home Assistant's own cards show the position as it is, too.
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
