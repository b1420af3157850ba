package import Feeds
package import JSON
package import NowPlaying

/// The state of a station that hubs exchange, member by member.
extension SharedStation: SharedObject {
    package static var blank: SharedStation { SharedStation(nowPlaying: .blank) }

    package static let members: [SharedMember<SharedStation>] = [
        SharedMember("nowPlaying", \.nowPlaying), SharedMember("spans", \.spans),
        SharedMember("assumesPosition", \.assumesPosition), SharedMember("programme", \.programme),
        SharedMember("facts", \.facts), SharedMember("hasReported", \.hasReported),
    ]
}

extension NowPlaying: SharedObject {
    package static var blank: NowPlaying { NowPlaying(station: .blank, connection: .blank) }

    package static let members: [SharedMember<NowPlaying>] = [
        SharedMember("station", \.station), SharedMember("connection", \.connection),
        SharedMember("online", \.online), SharedMember("track", \.track),
        SharedMember("playback", \.playback), SharedMember("isPlayer", \.isPlayer),
        SharedMember("live", \.live), SharedMember("programme", \.programme),
        SharedMember("next", \.next), SharedMember("history", \.history),
        SharedMember("listeners", \.listeners),
    ]
}

// MARK: The station

extension Station: SharedObject {
    package static var blank: Station { Station(id: "", name: "") }

    package static let members: [SharedMember<Station>] = [
        SharedMember("id", \.id), SharedMember("name", \.name), SharedMember("url", \.url),
        SharedMember("description", \.description), SharedMember("logo", \.logo),
        SharedMember("streams", \.streams),
    ]
}

extension Station.Logo: SharedObject {
    package static var blank: Station.Logo { Station.Logo() }

    package static let members: [SharedMember<Station.Logo>] = [
        SharedMember("light", \.light), SharedMember("dark", \.dark),
    ]
}

extension StationStream: SharedObject {
    package static var blank: StationStream { StationStream(id: "", name: "", url: "") }

    package static let members: [SharedMember<StationStream>] = [
        SharedMember("id", \.id), SharedMember("name", \.name), SharedMember("url", \.url),
    ]
}

extension StationConnection: SharedObject {
    package static var blank: StationConnection {
        StationConnection(state: .connecting, since: Timestamp(milliseconds: 0))
    }

    package static let members: [SharedMember<StationConnection>] = [
        SharedMember("state", \.state), SharedMember("reason", \.reason),
        SharedMember("since", \.since),
    ]
}

extension StationConnection.State: SharedValue {}

extension StationConnection.Reason: SharedObject {
    package static var blank: StationConnection.Reason {
        StationConnection.Reason(code: "", text: "")
    }

    package static let members: [SharedMember<StationConnection.Reason>] = [
        SharedMember("code", \.code), SharedMember("text", \.text),
    ]
}

extension Listeners: SharedObject {
    package static var blank: Listeners { Listeners() }

    package static let members: [SharedMember<Listeners>] = [
        SharedMember("current", \.current), SharedMember("unique", \.unique),
        SharedMember("total", \.total),
    ]
}

extension ReportedStation: SharedObject {
    package static var blank: ReportedStation { ReportedStation() }

    package static let members: [SharedMember<ReportedStation>] = [
        SharedMember("name", \.name), SharedMember("url", \.url),
        SharedMember("description", \.description), SharedMember("logo", \.logo),
    ]
}

// MARK: Tracks

extension Track: SharedObject {
    package static var blank: Track { Track(id: "", title: "") }

    package static let members: [SharedMember<Track>] = [
        SharedMember("id", \.id), SharedMember("title", \.title), SharedMember("artist", \.artist),
        SharedMember("details", \.details), SharedMember("artworkSize", \.artworkSize),
    ]
}

extension UpcomingTrack: SharedObject {
    package static var blank: UpcomingTrack { UpcomingTrack(title: "") }

    package static let members: [SharedMember<UpcomingTrack>] = [
        SharedMember("title", \.title), SharedMember("artist", \.artist),
        SharedMember("details", \.details), SharedMember("startsAt", \.startsAt),
        SharedMember("duration", \.duration),
    ]
}

extension PlayedTrack: SharedObject {
    package static var blank: PlayedTrack { PlayedTrack(title: "") }

    package static let members: [SharedMember<PlayedTrack>] = [
        SharedMember("title", \.title), SharedMember("artist", \.artist),
        SharedMember("details", \.details), SharedMember("startedAt", \.startedAt),
        SharedMember("duration", \.duration),
    ]
}

extension ArtworkSize: SharedValue {
    package func write(to writer: inout JSONWriter) { [width, height].write(to: &writer) }

    package static func read(_ value: JSONValue) -> ArtworkSize? {
        guard let sides = [Int].read(value), sides.count == 2 else { return nil }
        return ArtworkSize(width: sides[0], height: sides[1])
    }
}

/// By the names of the fields, each in its own form.
extension TrackDetails: SharedValue {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in TrackField.all {
            guard let detail = self[field] else { continue }
            writer.key(field.key)
            detail.write(to: &writer)
        }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> TrackDetails? {
        TrackField.all.reduce(into: TrackDetails()) { details, field in
            details[field] = value[field.key].flatMap { TrackDetail.read($0, field.form) }
        }
    }
}

extension TrackDetail {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .kind(let kind): writer.string(kind.rawValue)
        case .number(let number): writer.int(number)
        case .links(let links): links.map(\.description).write(to: &writer)
        }
    }

    fileprivate static func read(_ value: JSONValue, _ form: TrackField.Form) -> TrackDetail? {
        switch form {
        case .name, .isrc, .address: value.readable.map { .text($0) }
        case .kind: value.word.flatMap { Track.Kind(rawValue: $0) }.map { .kind($0) }
        case .number: value.int.map { .number($0) }
        case .links: [String].read(value).map { .links($0.compactMap { TrackLink($0) }) }
        }
    }
}

// MARK: Playing

extension Playback: SharedObject {
    package static var blank: Playback { Playback(state: .stopped, rate: 0) }

    package static let members: [SharedMember<Playback>] = [
        SharedMember("state", \.state), SharedMember("rate", \.rate),
        SharedMember("anchor", \.anchor), SharedMember("duration", \.duration),
    ]
}

extension Playback.State: SharedValue {}

extension Anchor: SharedObject {
    package static var blank: Anchor {
        let epoch = Timestamp(milliseconds: 0)
        return Anchor(elapsed: .zero, asOf: epoch, startedAt: epoch, quality: .estimated)
    }

    package static let members: [SharedMember<Anchor>] = [
        SharedMember("elapsed", \.elapsed), SharedMember("asOf", \.asOf),
        SharedMember("startedAt", \.startedAt), SharedMember("quality", \.quality),
    ]
}

extension Anchor.Quality: SharedValue {}

extension LiveStreamer: SharedObject {
    package static var blank: LiveStreamer { LiveStreamer(streamer: "") }

    package static let members: [SharedMember<LiveStreamer>] = [
        SharedMember("streamer", \.streamer), SharedMember("isDefault", \.isDefault),
        SharedMember("startedAt", \.startedAt), SharedMember("artworkURL", \.artworkURL),
    ]
}

extension Programme: SharedObject {
    package static var blank: Programme { Programme(title: "") }

    package static let members: [SharedMember<Programme>] = [
        SharedMember("id", \.id), SharedMember("title", \.title), SharedMember("kicker", \.kicker),
        SharedMember("startsAt", \.startsAt), SharedMember("endsAt", \.endsAt),
        SharedMember("artworkURL", \.artworkURL),
    ]
}

// MARK: The timeline

extension Timeline.Span: SharedObject {
    package static var blank: Timeline.Span {
        Timeline.Span(since: Timestamp(milliseconds: 0), onAir: Box(OnAir()))
    }

    package static let members: [SharedMember<Timeline.Span>] = [
        SharedMember("since", \.since), SharedMember("until", \.until),
        SharedMember("onAir", \.onAir), SharedMember("isAfterGap", \.isAfterGap),
        SharedMember("isHearsay", \.isHearsay),
    ]
}

extension OnAir: SharedObject {
    package static var blank: OnAir { OnAir() }

    package static let members: [SharedMember<OnAir>] = [
        SharedMember("online", \.online), SharedMember("play", \.play),
        SharedMember("playback", \.playback), SharedMember("live", \.live),
        SharedMember("next", \.next),
    ]
}

extension Play: SharedObject {
    package static var blank: Play { Play(track: .blank, identity: .restored) }

    package static let members: [SharedMember<Play>] = [
        SharedMember("track", \.track), SharedMember("identity", \.identity),
        SharedMember("startedAt", \.startedAt), SharedMember("noticed", \.noticed),
        SharedMember("keepsStart", \.keepsStart), SharedMember("isStationName", \.isStationName),
    ]
}

/// An object with the members of the feed's identity, or with the text.
extension TrackIdentity: SharedValue {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .feed(let identity):
            writer.member("key", identity.key)
            writer.member("startedAt", (identity.startedAt?.milliseconds).map { Int($0) })
        case .text(let text): writer.member("text", text)
        case .restored: break
        }
        writer.endObject()
    }

    package static func read(_ value: JSONValue) -> TrackIdentity? {
        if let key = value["key"]?.readable {
            return .feed(
                ReportedTrack.Identity(
                    key: key, startedAt: value["startedAt"].flatMap { Timestamp.read($0) }))
        }
        return value["text"]?.readable.map { .text($0) } ?? .restored
    }
}

extension ProgrammeLog.Entry: SharedObject {
    package static var blank: ProgrammeLog.Entry {
        ProgrammeLog.Entry(
            aired: AiredProgramme(id: "", programme: .blank), since: Timestamp(milliseconds: 0))
    }

    package static let members: [SharedMember<ProgrammeLog.Entry>] = [
        SharedMember("id", \.aired.id), SharedMember("programme", \.aired.programme),
        SharedMember("since", \.since), SharedMember("until", \.until),
    ]
}
