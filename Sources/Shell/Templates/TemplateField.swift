package import NowPlaying

/// A field that a template can name: one of the track's, or another part of a station's state.
enum TemplateField: Hashable, Sendable {
    case detail(TrackField)
    case part(Part)

    /// All fields but those of `TrackField.all`.
    enum Part: String, CaseIterable, Sendable {
        /// The track on air.
        case title, artist
        /// The station's name, its id, and its site's address.
        case station, id, url
        /// The position, the rest of the track, and its length, as `m:ss`.
        case elapsed, remaining, duration
        /// The time at which the track began, in Unix seconds.
        case startedAt
        /// The next track: `Artist – Title`, or the title.
        case next
        /// The person on air; none while the streamer name means automation.
        case streamer
        /// The show on air.
        case programme
        /// `playing`, `paused` or `stopped`.
        case state
        /// The reason for which the station is not live, in plain words.
        case reason
        /// The number of listeners.
        case listeners
    }

    /// The names of all.
    static let names = Part.allCases.map(\.rawValue) + TrackField.all.map(\.shortName)

    /// Other names for the parts of a station, as documents have them.
    private static let paths: [String: Part] = [
        "station.name": .station, "station.id": .id, "station.url": .url,
    ]

    /// The field of this name.
    init?(named name: String) {
        if let part = Part(rawValue: name) ?? Self.paths[name] {
            self = .part(part)
        } else if let field = TrackField.all.first(where: { $0.shortName == name }) {
            self = .detail(field)
        } else {
            return nil
        }
    }

    /// True if its text is a number for programs.
    var isNumber: Bool { self == .part(.startedAt) || self == .part(.listeners) }

    /// True if its text changes with the position alone.
    var showsPosition: Bool { self == .part(.elapsed) || self == .part(.remaining) }
}

extension NowPlaying {
    /// A field's text at a time; `nil` where it is not known.
    func text(of field: TemplateField, at now: Timestamp) -> String? {
        switch field {
        case .detail(let field): track?.details[field]?.description
        case .part(let part): text(of: part, at: now)
        }
    }

    private func text(of part: TemplateField.Part, at now: Timestamp) -> String? {
        switch part {
        case .title: track?.title
        case .artist: track?.artist
        case .station: station.name
        case .id: station.id
        case .url: station.url
        case .elapsed: playback?.position(at: now)?.clockText
        case .remaining: playback?.remaining(at: now)?.clockText
        case .duration: playback?.duration?.clockText
        case .startedAt: playback?.anchor.map { "\($0.startedAt.milliseconds / 1_000)" }
        case .next: next.map { [$0.artist, $0.title].compactMap(\.self).joined(separator: " – ") }
        case .streamer: personOnAir
        case .programme: programme?.title
        case .state: playback?.state.rawValue
        case .reason: connection.reason?.text
        case .listeners: listeners?.current.map(String.init)
        }
    }
}

extension Playback {
    /// The rest of the track; `nil` where its length or the position is unknown.
    package func remaining(at now: Timestamp) -> Interval? {
        guard let duration, let position = position(at: now) else { return nil }
        return duration - position
    }

    /// The time at which the position is the next whole second; `nil` while it stands.
    package func nextSecond(after now: Timestamp) -> Timestamp? {
        guard rate > 0, let anchor, let position = position(at: now) else { return nil }
        let next = Interval.milliseconds((position.milliseconds / 1_000 + 1) * 1_000)
        guard next <= duration ?? next else { return nil }
        // A millisecond more, since rounding must not make it one too early.
        return anchor.asOf + (next - anchor.elapsed) * (1 / rate) + .milliseconds(1)
    }
}
