extension HubStatus {
    /// The cluster that the hub is a member of.
    public struct Cluster: Equatable, Sendable {
        /// A member, the hub itself included.
        public struct Member: Equatable, Sendable {
            /// Its name.
            public var name = ""
            /// True if it reads stations.
            public var owns = true
            /// `alive`, `dead`, or `unknown` where no heartbeats come.
            public var state = ""
            /// The time of its last heartbeat.
            public var heardAt: Timestamp?
            /// The number of upstreams that it owns.
            public var upstreams = 0

            /// A member without a name.
            public init() {}
        }

        /// The number of upstreams by their owners.
        public struct Owners: Equatable, Sendable {
            /// Those of the hub itself.
            public var own = 0
            /// Those of other members.
            public var others = 0
            /// Those without a known owner.
            public var none = 0

            /// No upstreams.
            public init() {}
        }

        /// An upstream, and the member that reads it.
        public struct Upstream: Equatable, Sendable {
            /// The name by which all members call it.
            public var id = ""
            /// The server.
            public var url: String?
            /// The number of stations that are read from it.
            public var stations = 0
            /// The member that reads it.
            public var owner: String?
            /// The revision at which that member became the owner.
            public var term: Int?

            /// An upstream without a name.
            public init() {}
        }

        /// The cluster's name.
        public var name: String
        /// The hub's own name in it.
        public var member = ""
        /// `joining`, `joined`, `waiting` or `alone`.
        public var state = ""
        /// The problem.
        public var reason: String?
        /// The difference between the members' configs.
        public var difference: String?
        /// The number of stations that no member reads.
        public var unread = 0
        /// The cluster's epoch, if clients are served in it.
        public var epoch: String?
        /// The number of revisions by which the hub is behind the store.
        public var lag = 0
        /// The time of the last heartbeat of any member.
        public var heardAt: Timestamp?
        /// All members, and those that have died lately.
        public var members: [Member] = []
        /// The number of upstreams by their owners.
        public var owners = Owners()
        /// Some of the servers that are read; those without an owner come first.
        public var upstreams: [Upstream] = []
        /// Writes that were refused, because another member had written.
        public var refusedWrites = 0
        /// Writes that the store did not take for another reason.
        public var rejectedWrites = 0
        /// States that were ignored, because their writer was not the owner any more.
        public var ignoredStates = 0
        /// Upstreams that this member took over from dead members.
        public var takeovers = 0
        /// Times that the store could not be reached.
        public var losses = 0
        /// Times that the watch told less than the store had.
        public var silentWatches = 0

        /// A cluster by its name.
        public init(name: String) { self.name = name }
    }
}
