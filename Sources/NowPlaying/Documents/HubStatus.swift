/// A hub's answer to `status`: itself, its links, clients and sessions, and its counters.
///
/// A page holds some of the links, the clients and the sessions. The first page alone has the
/// measurements, the cluster and the sums. Members that another version lacks keep their defaults.
public struct HubStatus: Equatable, Sendable {
    /// The program's version (semver.org), with the commit as build metadata.
    public var version = ""
    /// The identifier of this life of the hub.
    public var epoch = ""
    /// The revision of its newest change.
    public var revision = 0
    /// The beginning of this life of the hub.
    public var startedAt: Timestamp?
    /// The number of stations.
    public var stationCount = 0
    /// Changes of stations in the last minute.
    public var changesPerMinute = 0
    /// The history database.
    public var history: History?
    /// The result of the checks of `/healthz`.
    public var health: HealthReport?
    /// The program itself.
    public var process: ProcessUsage?
    /// The event loop.
    public var loop: LoopUsage?
    /// The config in force.
    public var config: ConfigReport?
    /// The cluster; `nil` for a hub alone.
    public var cluster: Cluster?
    /// The connection to an MQTT broker; `nil` for a hub without one.
    public var mqtt: MQTT?
    /// The hooks; `nil` for a hub without hooks.
    public var hooks: [Hook]?
    /// Sums over everything.
    public var sums: Sums?
    /// The links.
    public var links: [Link] = []
    /// The clients.
    public var clients: [Client] = []
    /// The listening sessions.
    public var sessions: [Session] = []
    /// The counters.
    public var counters = Counters()
    /// The `after` of the next page, if there is one.
    public var next: Int?

    /// A status without content.
    public init() {}

    /// The state of the history database.
    public struct History: Equatable, Sendable {
        /// `off`, `ok` or `failed`.
        public var state = ""
        /// The file, where there is to be one.
        public var file: String?
        /// The problem and its remedy.
        public var reason: String?
        /// The number of plays that were dropped.
        public var dropped = 0
        /// The number of damaged rows, if there are any.
        public var damagedRows: Int?

        /// A state with its parts.
        public init(state: String = "", file: String? = nil, reason: String? = nil) {
            (self.state, self.file, self.reason) = (state, file, reason)
        }
    }

    /// The checks of `/healthz`.
    public struct HealthReport: Equatable, Sendable {
        /// The result of one check.
        public struct Check: Equatable, Sendable {
            /// `pass`, `warn` or `fail`.
            public var status = ""

            /// A result.
            public init(status: String = "") { self.status = status }
        }

        /// The worst of the checks.
        public var status = ""
        /// The problems; `nil` if there are none.
        public var output: String?
        /// Each check by its name, in an array of one.
        public var checks: [String: [Check]] = [:]

        /// A report without checks.
        public init() {}
    }

    /// The resources that the program uses.
    public struct ProcessUsage: Equatable, Sendable {
        /// The time of its start.
        public var startedAt: Timestamp?
        /// The processor time that it has used.
        public var processorTime = Interval.zero
        /// Bytes in memory.
        public var memory = 0
        /// Bytes of address space.
        public var virtualMemory = 0
        /// Open file descriptors.
        public var descriptors = 0
        /// The limit of file descriptors.
        public var descriptorLimit = 0
        /// Threads.
        public var threads = 0

        /// A program without measurements.
        public init() {}
    }

    /// The durations of the event loop's turns.
    public struct LoopUsage: Equatable, Sendable {
        /// The number of turns up to a duration.
        public struct Class: Equatable, Sendable {
            /// The longest duration of the class, in microseconds.
            public var atMost = 0
            /// The number of turns that took at most so long.
            public var turns = 0

            /// A class with its parts.
            public init(atMost: Int = 0, turns: Int = 0) {
                (self.atMost, self.turns) = (atMost, turns)
            }
        }

        /// The number of turns.
        public var turns = 0
        /// Their sum, in microseconds.
        public var microseconds = 0
        /// The longest turn within the last minute or two.
        public var longest = Interval.zero
        /// Connections that were ended because the loop heard of them without end.
        public var runaways = 0
        /// The turns by duration.
        public var classes: [Class] = []

        /// A loop without turns.
        public init() {}
    }

    /// The config in force.
    public struct ConfigReport: Equatable, Sendable {
        /// The time at which it was read.
        public var readAt = Timestamp(milliseconds: 0)
        /// True if a newer config was read and had mistakes.
        public var refused = false

        /// A config with its parts.
        public init(readAt: Timestamp = .init(milliseconds: 0), refused: Bool = false) {
            (self.readAt, self.refused) = (readAt, refused)
        }
    }

    /// Sums over everything.
    public struct Sums: Equatable, Sendable {
        /// The clients of one transport.
        public struct Transport: Equatable, Sendable {
            /// Connected clients.
            public var present = 0
            /// Connected clients that do not read.
            public var blocked = 0
            /// Their subscriptions.
            public var subscriptions = 0
            /// Clients that have connected since the start.
            public var connected = 0
            /// Bytes of records and answers for them, with an estimate of their framing.
            public var bytes = 0

            /// A transport without clients.
            public init() {}
        }

        /// Stations by the states of their connections.
        public var stations: [String: Int] = [:]
        /// Links by phase.
        public var links: [String: Int] = [:]
        /// Sessions by state.
        public var sessions: [String: Int] = [:]
        /// Subscriptions that follow a session.
        public var followers = 0
        /// Sessions with a client that plays them.
        public var players = 0
        /// Clients by transport.
        public var clients: [String: Transport] = [:]

        /// Sums of nothing.
        public init() {}
    }

    /// Counts since the hub started.
    public struct Counters: Equatable, Sendable {
        /// Reports that were accepted.
        public var reports = 0
        /// Reports without a change.
        public var suppressedReports = 0
        /// Records that were sent.
        public var records = 0
        /// Records that were patches.
        public var patches = 0
        /// Documents that were due and equal to the last one delivered.
        public var suppressedDocuments = 0
        /// Changes that went out in one record with a later one.
        public var conflatedChanges = 0
        /// Messages, or parts of them, that could not be used, by reason.
        public var rejections: [String: Int] = [:]
        /// Connections that were lost or could not be made, by reason.
        public var losses: [String: Int] = [:]
        /// Clients that were cut, by reason.
        public var cuts: [String: Int] = [:]

        /// Counts of nothing.
        public init() {}
    }
}

extension HubStatus {
    /// A station of a link.
    public struct LinkedStation: Equatable, Sendable {
        /// The station's id.
        public var id: String
        /// The state of its connection, such as `live`.
        public var connection = ""
        /// The reason for which it is not live.
        public var reason: String?
        /// The time since which the connection is so.
        public var since: Timestamp?
        /// True while the station says that it is on air.
        public var isOnline: Bool?
        /// The time at which it last came on or went off air.
        public var onlineSince: Timestamp?
        /// The track or programme on air, in a line.
        public var line: String?
        /// The number of its published changes.
        public var changes = 0
        /// The time since which it plays its track; `nil` without one, and while it is paused.
        public var trackSince: Timestamp?
        /// The time since which it has been live and on air without a title.
        public var untitledSince: Timestamp?
        /// The number of its plays that were dropped from the history, if there are any.
        public var historyDropped: Int?

        /// A station by its id.
        public init(id: String) { self.id = id }

        /// The time since which it has told the same title, or has had none; `nil` where it needs
        /// none.
        public var titleSince: Timestamp? { trackSince ?? untitledSince }
    }

    /// A connection to a server, or the wait for one.
    public struct Link: Equatable, Sendable {
        /// Its number.
        public var id: Int
        /// The server.
        public var url = ""
        /// The type of its feed.
        public var feed = ""
        /// Its phase, such as `open`.
        public var phase = ""
        /// The stations that it carries.
        public var stations: [LinkedStation] = []
        /// Counts since it was made.
        public var counters = LinkCounters()
        /// The sound that it receives in an hour, in bytes, if it must receive any.
        public var soundPerHour: Int?

        /// A link by its number.
        public init(id: Int) { self.id = id }
    }

    /// A client of the hub.
    public struct Client: Equatable, Sendable {
        /// Its number.
        public var id: Int
        /// Its transport, such as `socket`.
        public var transport = ""
        /// The number of its subscriptions.
        public var subscriptions = 0
        /// The number of deliveries and replies that wait for its turn.
        public var queued = 0
        /// True while it reads too slowly.
        public var isBlocked = false

        /// A client by its number.
        public init(id: Int) { self.id = id }
    }

    /// A listening session.
    public struct Session: Equatable, Sendable {
        /// Its id.
        public var id: String
        /// The station that is listened to.
        public var station: String?
        /// The stream of that station.
        public var stream: String?
        /// The state of its player, such as `playing`.
        public var state = ""
        /// True at the live edge.
        public var isLive = true
        /// The number of subscriptions that follow it.
        public var followers = 0
        /// The number of the client that plays it; `nil` where none does.
        public var player: Int?

        /// A session by its id.
        public init(id: String) { self.id = id }
    }
}
