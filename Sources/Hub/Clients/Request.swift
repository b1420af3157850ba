public import NowPlaying
public import Sessions
public import Views

/// One call of a client, read but not yet looked at in the light of the hub's state.
public struct Request: Sendable {
    /// The method that is called.
    public indirect enum Method: Sendable {
        case hello
        case subscribe(Query, Since?)
        case configure(subscription: Int, ViewOptions)
        case unsubscribe(subscription: Int)
        case get(Query, after: String?)
        case status(after: Int)
        case dashboard
        case command(SessionCommand, session: String, sender: String?)
        case report(SessionReport, session: String)
    }

    /// The documents that a client asks for.
    public struct Query: Sendable {
        /// The view of the documents.
        public var view: View
        /// The ids of the stations; `nil` for all.
        public var stations: [String]?
        /// The session that is followed, in place of stations.
        public var session: String?
        /// The least time between two documents; `nil` for what is usual with the view.
        public var minInterval: Interval?
        /// After the first, documents come as patches.
        public var wantsPatches = false
        /// The number of played tracks that a station's document includes.
        public var historyCount = 0
        /// Listener counts are wanted, too.
        public var includesListeners = false
        /// The options of the view.
        public var options = ViewOptions()

        /// All stations, in a view without options.
        public init(view: View) {
            self.view = view
        }
    }

    /// The position up to which a client that comes back holds everything.
    public struct Since: Sendable {
        /// The epoch of that position.
        public var epoch: String
        /// The last `resume` that it was told.
        public var revision: Revision

        /// Up to this revision of an epoch.
        public init(epoch: String, revision: Revision) {
            self.epoch = epoch
            self.revision = revision
        }
    }

    /// The caller's name for it, in the words of its connection; `nil` where no answer is wanted.
    public let id: [UInt8]?
    /// The method, or the error in the request.
    public let method: Result<Method, RequestError>

    /// A request with its parts.
    public init(id: [UInt8]?, method: Result<Method, RequestError>) {
        self.id = id
        self.method = method
    }
}
