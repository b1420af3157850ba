internal import NowPlaying

/// A part of a station's state that a template can name.
enum TemplateField: String, CaseIterable, Sendable {
    /// What plays.
    case title, artist, album
    /// The station's name.
    case station
    /// The position and the track's length, as `m:ss`.
    case elapsed, duration
    /// The person on air. The name that the station's automation goes by is nobody's.
    case streamer
    /// The show on air.
    case programme
    /// `playing`, `paused` or `stopped`.
    case state
}

extension NowPlaying {
    /// A field's text at a time; `nil` where it is not known.
    func text(of field: TemplateField, at now: Timestamp) -> String? {
        switch field {
        case .title: track?.title
        case .artist: track?.artist
        case .album: track?.album
        case .station: station.name
        case .elapsed: playback?.position(at: now)?.clockText
        case .duration: playback?.duration?.clockText
        case .streamer: personOnAir
        case .programme: programme?.title
        case .state: playback?.state.rawValue
        }
    }

    /// Who is on air, where that is a person.
    var personOnAir: String? {
        live?.isDefault == true ? nil : live?.streamer
    }
}

extension Playback {
    /// When the position will be the next whole second; `nil` while it stands.
    func nextSecond(after now: Timestamp) -> Timestamp? {
        guard rate > 0, let anchor, let position = position(at: now) else { return nil }
        let next = Interval.milliseconds((position.milliseconds / 1_000 + 1) * 1_000)
        guard next <= duration ?? next else { return nil }
        // A millisecond more, since rounding must not make it one too early.
        return anchor.asOf + (next - anchor.elapsed) * (1 / rate) + .milliseconds(1)
    }
}

extension Interval {
    /// Whole seconds as a player shows them: `0:07`, `3:05`, `1:00:00`.
    var clockText: String {
        let seconds = max(0, milliseconds / 1_000)
        let minutes = seconds / 60
        let rest = Self.twoDigits(seconds % 60)
        guard minutes >= 60 else { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\(Self.twoDigits(minutes % 60)):\(rest)"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
