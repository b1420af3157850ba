package import Feeds
public import NowPlaying

/// The state of a station that hubs exchange, member by member.
extension SharedStation: DocumentObject {
    package static var blank: SharedStation { SharedStation(nowPlaying: .blank) }

    package static let members: [DocumentMember<SharedStation>] = [
        .required("nowPlaying", \.nowPlaying), DocumentMember("spans", \.spans),
        DocumentMember("assumesPosition", \.assumesPosition),
        DocumentMember("programme", \.programme),
        DocumentMember("facts", \.facts), DocumentMember("hasReported", \.hasReported),
    ]
}

extension ReportedStation: DocumentObject {
    package static var blank: ReportedStation { ReportedStation() }

    package static let members: [DocumentMember<ReportedStation>] = [
        DocumentMember("name", \.name), DocumentMember("url", \.url),
        DocumentMember("description", \.description), DocumentMember("logo", \.logo),
    ]
}

extension Timeline.Span: DocumentObject {
    package static var blank: Timeline.Span {
        Timeline.Span(since: Timestamp(milliseconds: 0), onAir: Box(OnAir()))
    }

    package static let members: [DocumentMember<Timeline.Span>] = [
        DocumentMember("since", \.since), DocumentMember("until", \.until),
        DocumentMember("onAir", \.onAir), DocumentMember("isAfterGap", \.isAfterGap),
        DocumentMember("isHearsay", \.isImported),
    ]
}

extension OnAir: DocumentObject {
    package static var blank: OnAir { OnAir() }

    package static let members: [DocumentMember<OnAir>] = [
        DocumentMember("online", \.online), DocumentMember("play", \.play),
        DocumentMember("playback", \.playback), DocumentMember("live", \.live),
        DocumentMember("next", \.next),
    ]
}

extension Play: DocumentObject {
    package static var blank: Play { Play(track: .blank, identity: .restored) }

    package static let members: [DocumentMember<Play>] = [
        DocumentMember("track", \.track), DocumentMember("identity", \.identity),
        DocumentMember("startedAt", \.startedAt), DocumentMember("noticed", \.noticed),
        DocumentMember("keepsStart", \.keepsStart),
        DocumentMember("isStationName", \.isStationName),
    ]
}

/// An object with the members of the feed's identity, or with the text.
extension TrackIdentity: DocumentValue {
    package static var shape: DocumentShape {
        .object(["key": .string, "startedAt": .number, "text": .string], required: [])
    }

    package func write(to writer: inout any DocumentWriter) {
        writer.beginObject()
        switch self {
        case .feed(let identity):
            writer.key("key")
            writer.string(identity.key)
            if let startedAt = identity.startedAt {
                writer.key("startedAt")
                writer.time(startedAt)
            }
        case .text(let text):
            writer.key("text")
            writer.string(text)
        case .restored: break
        }
        writer.endObject()
    }

    package static func read(_ value: any DocumentReader) -> TrackIdentity? {
        if let key = value.member("key")?.string {
            let startedAt = value.member("startedAt")?.time
            return .feed(ReportedTrack.Identity(key: key, startedAt: startedAt))
        }
        return value.member("text")?.string.map { .text($0) } ?? .restored
    }
}

extension ProgrammeLog.Entry: DocumentObject {
    package static var blank: ProgrammeLog.Entry {
        ProgrammeLog.Entry(
            aired: AiredProgramme(id: "", programme: .blank), since: Timestamp(milliseconds: 0))
    }

    package static let members: [DocumentMember<ProgrammeLog.Entry>] = [
        DocumentMember("id", \.aired.id), DocumentMember("programme", \.aired.programme),
        DocumentMember("since", \.since), DocumentMember("until", \.until),
    ]
}
