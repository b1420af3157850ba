import JSON
import NowPlaying

/// The stations and sessions that a hub has published, kept by the broker: a hub that is started
/// later removes those that it does not have any more.
struct AnnouncementRecord: Equatable, Sendable {
    /// The ids of stations.
    var stations: Set<String> = []
    /// The names of sessions.
    var sessions: Set<String> = []
    /// The beginning of the topics at which devices were announced; `nil` for none.
    var discovery: String?

    /// Nothing was published.
    init() {}

    /// It names nothing.
    var isEmpty: Bool { stations.isEmpty && sessions.isEmpty }

    /// Reads a record. Others can write one, too: only ids are taken, and a bounded number.
    init?(_ payload: [UInt8], upTo limit: Int, _ parser: JSONParser) {
        let read = try? parser.parse(payload) { value -> AnnouncementRecord? in
            guard value.isObject else { return nil }
            var record = AnnouncementRecord()
            record.stations = Self.ids(value["stations"], upTo: limit)
            record.sessions = Self.ids(value["sessions"], upTo: limit)
            record.discovery = value["discovery"]?.word.flatMap { $0.isTopic ? $0 : nil }
            return record
        }
        guard let record = read ?? nil else { return nil }
        self = record
    }

    private static func ids(_ value: JSONValue?, upTo limit: Int) -> Set<String> {
        guard let value, value.isArray else { return [] }
        return Set(value.elements.prefix(limit).compactMap(\.word).filter(\.isIdentifier))
    }

    /// The record as the broker keeps it.
    var payload: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginArray("stations")
        for id in stations.sorted() { writer.string(id) }
        writer.endArray()
        writer.beginArray("sessions")
        for name in sessions.sorted() { writer.string(name) }
        writer.endArray()
        writer.member("discovery", discovery)
        writer.endObject()
        return writer.bytes
    }
}

extension String {
    /// It can begin a topic.
    fileprivate var isTopic: Bool {
        !isEmpty && !utf8.contains { $0 < 0x20 || "+#".utf8.contains($0) }
    }
}
