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
        case duration = "media_duration"
        case position = "media_position"
        case updated = "media_position_updated_at"
        case picture = "entity_picture"
    }

    /// A value, as far as anything is made of it.
    private enum Value {
        case text(String)
        case number(Double)

        init?(_ value: JSONValue) {
            if let number = value.double {
                self = .number(number)
            } else if let text = value.string, !text.isEmpty {
                self = .text(text)
            } else {
                return nil
            }
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
        guard let state = whole["s"]?.string else { return false }
        forget()
        self.state = state
        merge(whole["a"])
        return true
    }

    /// Takes what came, changed and went.
    mutating func change(by change: JSONValue) {
        for name in change.value(at: "/-/a")?.elements.compactMap(\.string) ?? [] {
            guard let attribute = Attribute(rawValue: name) else { continue }
            attributes[attribute] = nil
        }
        if let state = change.value(at: "/+/s")?.string { self.state = state }
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
        guard let title = text(.title) else { return nil }
        var track = ReportedTrack()
        track.artist = text(.artist) ?? text(.albumArtist)
        track.album = text(.album)
        track.artworkURL = text(.picture)
        track.duration = number(.duration).flatMap { Interval(seconds: $0) }
        track.positions = positions
        // A stream has artist and title in one line.
        if track.artist == nil, track.duration == nil {
            track.text = title
        } else {
            track.title = title
        }
        return track
    }

    /// The position is as of a time of its own, not of now.
    private var positions: [ReportedTrack.Position] {
        guard let seconds = number(.position), seconds >= 0,
            let elapsed = Interval(seconds: seconds), let written = text(.updated),
            let time = TimeText.iso(written, zone: nil)
        else { return [] }
        return [.elapsedAsOf(elapsed, time)]
    }

    private func text(_ attribute: Attribute) -> String? {
        if case .text(let text) = attributes[attribute] { text } else { nil }
    }

    private func number(_ attribute: Attribute) -> Double? {
        if case .number(let number) = attributes[attribute] { number } else { nil }
    }
}
