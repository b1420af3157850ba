internal import JSON

/// What a hub says of itself, read for people.
public struct HubStatus: Equatable, Sendable {
    /// A station's standing on its link.
    struct Station: Equatable, Sendable {
        var id: String
        var connection: String
        var reason: String?
        /// How much of it was dropped from the history.
        var historyDropped = 0
    }

    /// A connection to a server, or the want of one.
    struct Link: Equatable, Sendable {
        var id: Int
        var url: String
        var feed: String
        var phase: String
        var stations: [Station]
        var dials: Int
        var opened: Int
        var bytes: Int
        var messages: Int
        var reports: Int
    }

    /// A consumer.
    struct Client: Equatable, Sendable {
        var id: Int
        var subscriptions: Int
        var queued: Int
        var isBlocked: Bool
    }

    /// What is listened to, in one place.
    struct Session: Equatable, Sendable {
        var id: String
        var station: String?
        var state: String
        var isLive: Bool
        var followers: Int
        /// The number of the client that plays it; `nil` where none does.
        var player: Int?
    }

    /// Something that was counted; by reason, where it has several.
    struct Count: Equatable, Sendable {
        var name: String
        var reason: String?
        var count: Int
    }

    var version: String
    var epoch: String
    var revision: Int
    var stationCount: Int
    /// The state of the history database, in a few words; `nil` where there is none.
    var history: String?
    var links: [Link]
    var clients: [Client]
    var sessions: [Session]
    var counts: [Count]

    /// Reads the document that `HubInquiry.status` gives; what it lacks reads as nothing.
    public init(_ document: [UInt8]) throws(HubClientError) {
        do {
            self = try JSONParser(maximumLength: max(1, document.count)).parse(document) {
                HubStatus($0)
            }
        } catch {
            throw .system("the status cannot be read: \(error)")
        }
    }

    private init(_ value: JSONValue) {
        version = value["version"]?.string ?? ""
        epoch = value["epoch"]?.string ?? ""
        revision = value["revision"]?.int ?? 0
        stationCount = value["stations"]?.int ?? 0
        history = value["history"].flatMap(Self.history)
        links = value["links"]?.elements.map(Link.init) ?? []
        clients = value["clients"]?.elements.map(Client.init) ?? []
        sessions = value["sessions"]?.elements.map(Session.init) ?? []
        counts = value["counters"]?.members.flatMap(Count.counts) ?? []
    }
}

extension HubStatus {
    private static func history(_ value: JSONValue) -> String? {
        guard let state = value["state"]?.string, state != "off" else { return nil }
        let dropped = value["dropped"]?.int ?? 0
        let loss = dropped > 0 ? " (\(dropped) dropped)" : ""
        return state + loss + (value["reason"]?.string.map { ": \($0)" } ?? "")
    }
}

extension HubStatus.Link {
    fileprivate init(_ value: JSONValue) {
        id = value["id"]?.int ?? 0
        url = value["url"]?.string ?? ""
        feed = value["feed"]?.string ?? ""
        phase = value["phase"]?.string ?? ""
        stations = value["stations"]?.elements.map(HubStatus.Station.init) ?? []
        dials = value["dials"]?.int ?? 0
        opened = value["opened"]?.int ?? 0
        bytes = value["bytes"]?.int ?? 0
        messages = value["messages"]?.int ?? 0
        reports = value["reports"]?.int ?? 0
    }
}

extension HubStatus.Station {
    fileprivate init(_ value: JSONValue) {
        id = value["id"]?.string ?? ""
        connection = value["connection"]?.string ?? ""
        reason = value["reason"]?.string
        historyDropped = value["historyDropped"]?.int ?? 0
    }
}

extension HubStatus.Client {
    fileprivate init(_ value: JSONValue) {
        id = value["id"]?.int ?? 0
        subscriptions = value["subscriptions"]?.int ?? 0
        queued = value["queued"]?.int ?? 0
        isBlocked = value["blocked"]?.bool ?? false
    }
}

extension HubStatus.Session {
    fileprivate init(_ value: JSONValue) {
        id = value["id"]?.string ?? ""
        station = value["station"]?.string
        state = value["state"]?.string ?? ""
        isLive = value["live"]?.bool ?? true
        followers = value["followers"]?.int ?? 0
        player = value["player"]?.int
    }
}

extension HubStatus.Count {
    /// A counter, or one for each reason in a group of them.
    fileprivate static func counts(_ member: JSONMember) -> [HubStatus.Count] {
        if let count = member.value.int {
            return [HubStatus.Count(name: member.name, reason: nil, count: count)]
        }
        return member.value.members.map {
            HubStatus.Count(name: member.name, reason: $0.name, count: $0.value.int ?? 0)
        }
    }
}
