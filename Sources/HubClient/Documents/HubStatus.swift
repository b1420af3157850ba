public import NowPlaying

/// A hub's answer to `status`, about itself. Members that the answer lacks are read as empty.
public struct HubStatus: Equatable, Sendable {
    /// A station's standing on its link.
    public struct LinkedStation: Equatable, Sendable {
        /// The station's id.
        public var id: String
        /// The freshness of its state, such as `live`.
        public var connection: String
        /// The reason for which it is not live.
        public var reason: String?
        /// The time since which it is in that state.
        public var since: Timestamp?
        /// True if the station reports that it is on air.
        public var isOnline: Bool?
        /// The moment at which it last came on or went off air.
        public var onlineSince: Timestamp?
        /// The track on air, in a line.
        public var line: String?
        /// The number of its plays that were dropped from the history.
        public var historyDropped: Int
    }

    /// A connection to a server, or the wait for one.
    public struct Link: Equatable, Sendable {
        /// Its number.
        public var id: Int
        /// The server.
        public var url: String
        /// The type of its feed.
        public var feed: String
        /// The phase of the connection, such as `open`.
        public var phase: String
        /// The stations that it carries.
        public var stations: [LinkedStation]
        /// The number of times it was dialled.
        public var dials: Int
        /// The number of times it was opened.
        public var opened: Int
        /// The number of bytes received.
        public var bytes: Int
        /// The number of messages received.
        public var messages: Int
        /// The number of reports read from them.
        public var reports: Int
    }

    /// A client of the hub.
    public struct Client: Equatable, Sendable {
        /// Its number.
        public var id: Int
        /// The number of its subscriptions.
        public var subscriptions: Int
        /// The number of deliveries and replies that wait for its turn.
        public var queued: Int
        /// It reads too slowly.
        public var isBlocked: Bool
    }

    /// A listening session.
    public struct Session: Equatable, Sendable {
        /// Its id.
        public var id: String
        /// The station that is listened to.
        public var station: String?
        /// The state of its player, such as `playing`.
        public var state: String
        /// The listener hears what is on air now.
        public var isLive: Bool
        /// The number of subscriptions that follow it.
        public var followers: Int
        /// The number of the client that plays it; `nil` where none does.
        public var player: Int?
    }

    /// The history database.
    public struct History: Equatable, Sendable {
        /// `off`, `ok` or `failed`.
        public var state: String
        /// The reason for which it failed.
        public var reason: String?
        /// The number of plays dropped.
        public var dropped: Int
    }

    /// The cluster that the hub is a member of.
    public struct Cluster: Equatable, Sendable {
        /// A member, the hub itself included.
        public struct Member: Equatable, Sendable {
            /// Its name.
            public var name: String
            /// True if it reads stations.
            public var owns: Bool
            /// `alive`, `dead`, or `unknown` where no heartbeats come.
            public var state: String
            /// The moment of its last heartbeat.
            public var heardAt: Timestamp?
            /// The number of upstreams that it owns.
            public var upstreams: Int
        }

        /// The number of upstreams by their owner.
        public struct Owners: Equatable, Sendable {
            /// The number of the hub's own upstreams.
            public var own = 0
            /// The number of other members' upstreams.
            public var others = 0
            /// The number of upstreams without an owner.
            public var none = 0
        }

        /// An upstream, and the member that reads it.
        public struct Upstream: Equatable, Sendable {
            /// The server.
            public var url: String
            /// The number of stations that are read from it.
            public var stations: Int
            /// The member that reads it.
            public var owner: String?
            /// The revision at which that one became the owner.
            public var term: Int?
        }

        /// The cluster's name.
        public var name: String
        /// The hub's own name in it.
        public var member: String
        /// `joining`, `joined`, `waiting` or `alone`.
        public var state: String
        /// A description of the problem.
        public var reason: String?
        /// The difference between this config and those of members.
        public var difference: String?
        /// The cluster's epoch, if clients are served in it.
        public var epoch: String?
        /// The number of revisions by which the hub is behind the store.
        public var lag: Int
        /// All members, and those that have died lately.
        public var members: [Member]
        /// The number of upstreams by their owner.
        public var owners: Owners
        /// Some of the servers that are read; those without an owner come first.
        public var upstreams: [Upstream]
        /// The counts of cluster events.
        public var counts: [Count]
    }

    /// Something that was counted; by reason, where it has several.
    public struct Count: Equatable, Sendable {
        /// The name of the event.
        public var name: String
        /// The reason for the event.
        public var reason: String?
        /// The number of times it happened.
        public var count: Int
    }

    /// The program's version.
    public var version: String
    /// The epoch: the identifier of this life of the hub.
    public var epoch: String
    /// The revision of its newest change.
    public var revision: Int
    /// The start of this life of the hub.
    public var startedAt: Timestamp?
    /// The number of its stations.
    public var stationCount: Int
    /// The program itself; `nil` where the hub does not say.
    public var program: Program?
    /// The number of changes of stations in the last minute.
    public var changesPerMinute: Int
    /// The history database.
    public var history: History?
    /// The cluster; `nil` for a hub alone.
    public var cluster: Cluster?
    /// The links.
    public var links: [Link]
    /// The clients.
    public var clients: [Client]
    /// The listening sessions.
    public var sessions: [Session]
    /// The counters, by name and reason.
    public var counts: [Count]
}

extension HubStatus: Decodable {
    /// Reads the result of `status`.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        version = members["version"] ?? ""
        epoch = members["epoch"] ?? ""
        revision = members["revision"] ?? 0
        startedAt = members["startedAt"]
        stationCount = members["stations"] ?? 0
        program = try? Program(from: decoder)
        changesPerMinute = members["changesPerMinute"] ?? 0
        history = members["history"]
        cluster = members["cluster"]
        links = members.list("links")
        clients = members.list("clients")
        sessions = members.list("sessions")
        let counters: [String: JSONTree] = members["counters"] ?? [:]
        counts = counters.sorted { $0.key < $1.key }.flatMap(Count.counts)
    }
}

extension HubStatus.Count {
    /// A counter, or one for each reason in a group of them.
    fileprivate static func counts(of name: String, _ value: JSONTree) -> [HubStatus.Count] {
        if let count = value.int { return [Self(name: name, reason: nil, count: count)] }
        guard case .object(let reasons) = value else { return [] }
        return reasons.sorted { $0.key < $1.key }
            .map { Self(name: name, reason: $0.key, count: $0.value.int ?? 0) }
    }
}

extension HubStatus.LinkedStation: Decodable {
    /// Reads a station of a link.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        id = members["id"] ?? ""
        connection = members["connection"] ?? ""
        reason = members["reason"]
        since = members["since"]
        isOnline = members["online"]
        onlineSince = members["onlineSince"]
        line = members["line"]
        historyDropped = members["historyDropped"] ?? 0
    }
}

extension HubStatus.Link: Decodable {
    /// Reads a link.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        id = members["id"] ?? 0
        url = members["url"] ?? ""
        feed = members["feed"] ?? ""
        phase = members["phase"] ?? ""
        stations = members.list("stations")
        dials = members["dials"] ?? 0
        opened = members["opened"] ?? 0
        bytes = members["bytes"] ?? 0
        messages = members["messages"] ?? 0
        reports = members["reports"] ?? 0
    }
}

extension HubStatus.Client: Decodable {
    /// Reads a client.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        id = members["id"] ?? 0
        subscriptions = members["subscriptions"] ?? 0
        queued = members["queued"] ?? 0
        isBlocked = members["blocked"] ?? false
    }
}

extension HubStatus.Session: Decodable {
    /// Reads a listening session.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        id = members["id"] ?? ""
        station = members["station"]
        state = members["state"] ?? ""
        isLive = members["live"] ?? true
        followers = members["followers"] ?? 0
        player = members["player"]
    }
}

extension HubStatus.Cluster: Decodable {
    /// Reads what the hub says of its cluster.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        name = members["name"] ?? ""
        member = members["member"] ?? ""
        state = members["state"] ?? ""
        reason = members["reason"]
        epoch = members["epoch"]
        lag = members["lag"] ?? 0
        self.members = members.list("members")
        owners = members["owners"] ?? HubStatus.Cluster.Owners()
        upstreams = members.list("upstreams")
        difference = members["difference"]
        let names = [
            "takeovers", "losses", "refusedWrites", "rejectedWrites", "ignoredStates",
            "silentWatches",
        ]
        counts = names.map { name in
            HubStatus.Count(name: "cluster", reason: name, count: members[name] ?? 0)
        }
    }
}

extension HubStatus.Cluster.Member: Decodable {
    /// Reads a member.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        name = members["name"] ?? ""
        owns = members["own"] ?? true
        state = members["state"] ?? ""
        heardAt = members["heardAt"]
        upstreams = members["upstreams"] ?? 0
    }
}

extension HubStatus.Cluster.Owners: Decodable {
    /// Reads the number of upstreams by their owner.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        own = members["self"] ?? 0
        others = members["others"] ?? 0
        none = members["none"] ?? 0
    }
}

extension HubStatus.Cluster.Upstream: Decodable {
    /// Reads an upstream.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        url = members["url"] ?? ""
        stations = members["stations"] ?? 0
        owner = members["owner"]
        term = members["term"]
    }
}

extension HubStatus.History: Decodable {
    /// Reads the state of the history database.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        state = members["state"] ?? ""
        reason = members["reason"]
        dropped = members["dropped"] ?? 0
    }
}
