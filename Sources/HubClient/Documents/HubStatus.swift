public import NowPlaying

/// What `status` answers: what a hub says of itself. What it lacks reads as nothing.
public struct HubStatus: Equatable, Sendable {
    /// A station's standing on its link.
    public struct LinkedStation: Equatable, Sendable {
        /// The station's id.
        public var id: String
        /// How fresh its state is, such as `live`.
        public var connection: String
        /// Why it is not live.
        public var reason: String?
        /// Since when it is as it is.
        public var since: Timestamp?
        /// Whether the station says that it is on air.
        public var isOnline: Bool?
        /// When it last came on or went off air.
        public var onlineSince: Timestamp?
        /// What plays, in a line.
        public var line: String?
        /// How many plays of it were dropped from the history.
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
        /// How far it is, such as `open`.
        public var phase: String
        /// The stations that it carries.
        public var stations: [LinkedStation]
        /// How often it was dialled.
        public var dials: Int
        /// How often it was opened.
        public var opened: Int
        /// How many bytes were received.
        public var bytes: Int
        /// How many messages were received.
        public var messages: Int
        /// How many reports were read from them.
        public var reports: Int
    }

    /// A client of the hub.
    public struct Client: Equatable, Sendable {
        /// Its number.
        public var id: Int
        /// How many subscriptions it has.
        public var subscriptions: Int
        /// How many deliveries and replies wait for its turn.
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
        /// What its player does, such as `playing`.
        public var state: String
        /// What is heard is on air now.
        public var isLive: Bool
        /// How many subscriptions follow it.
        public var followers: Int
        /// The number of the client that plays it; `nil` where none does.
        public var player: Int?
    }

    /// The history database.
    public struct History: Equatable, Sendable {
        /// `off`, `ok` or `failed`.
        public var state: String
        /// Why it failed.
        public var reason: String?
        /// How many plays were dropped.
        public var dropped: Int
    }

    /// The cluster that the hub is a member of.
    public struct Cluster: Equatable, Sendable {
        /// A member, the hub itself included.
        public struct Member: Equatable, Sendable {
            /// Its name.
            public var name: String
            /// Whether it reads stations.
            public var owns: Bool
            /// `alive`, `dead`, or `unknown` where no heartbeats come.
            public var state: String
            /// When its last heartbeat came.
            public var heardAt: Timestamp?
            /// How many upstreams it owns.
            public var upstreams: Int
        }

        /// How many upstreams are whose.
        public struct Owners: Equatable, Sendable {
            /// Those of the hub itself.
            public var own = 0
            /// Those of other members.
            public var others = 0
            /// Those without an owner.
            public var none = 0
        }

        /// An upstream, and the member that reads it.
        public struct Upstream: Equatable, Sendable {
            /// The server.
            public var url: String
            /// How many stations are read from it.
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
        /// What is wrong.
        public var reason: String?
        /// In which way members have other configs than this one.
        public var difference: String?
        /// The cluster's epoch, if clients are served in it.
        public var epoch: String?
        /// By how many revisions the hub is behind the store.
        public var lag: Int
        /// All members, and those that have died lately.
        public var members: [Member]
        /// How many upstreams are whose.
        public var owners: Owners
        /// Some of the servers that are read; those without an owner come first.
        public var upstreams: [Upstream]
        /// What has happened.
        public var counts: [Count]
    }

    /// Something that was counted; by reason, where it has several.
    public struct Count: Equatable, Sendable {
        /// What was counted.
        public var name: String
        /// Why it happened.
        public var reason: String?
        /// How often.
        public var count: Int
    }

    /// The program's version.
    public var version: String
    /// Which life of the hub it is.
    public var epoch: String
    /// The revision of its newest change.
    public var revision: Int
    /// When this life of the hub began.
    public var startedAt: Timestamp?
    /// How many stations it has.
    public var stationCount: Int
    /// The program itself; `nil` where the hub does not say.
    public var program: Program?
    /// How many changes of stations there were in the last minute.
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
    /// Reads how many are whose.
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
