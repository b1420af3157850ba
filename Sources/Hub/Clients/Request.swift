public import NowPlaying
public import Views

/// One call of a client, read but not yet looked at in the light of the hub's state.
public struct Request: Sendable {
    /// What is asked.
    public indirect enum Method: Sendable {
        case hello
        case subscribe(Query, Since?)
        case configure(subscription: Int, Options)
        case unsubscribe(subscription: Int)
        case get(Query, after: String?)
        case status(after: Int)
        case command(SessionCommand, session: String, sender: String?)
        case report(SessionReport, session: String)
    }

    /// Which documents are asked for.
    public struct Query: Sendable {
        /// What they show.
        public var view: View
        /// The ids of the stations; `nil` for all.
        public var stations: [String]?
        /// The session that is followed, in place of stations.
        public var session: String?
        /// The least time between two documents; `nil` for what is usual with the view.
        public var minInterval: Interval?
        /// After the first, documents come as patches.
        public var wantsPatches = false
        /// How much of a station's past is wanted with it.
        public var historyCount = 0
        /// Listener counts are wanted, too.
        public var includesListeners = false
        /// What the view is to look like.
        public var options = Options()

        /// All stations, in a view without options.
        public init(view: View) {
            self.view = view
        }
    }

    /// Options of a view.
    public struct Options: Sendable {
        /// The options that there are.
        public static let known = [
            "category", "locale", "style", "limits", "region", "favourites",
        ]

        /// Which of them were named.
        public var names: [String] = []
        /// The language; `nil` where it was not named.
        public var locale: Locale?
        /// What a car asks for, the language included; of it, a lock screen asks for the style.
        public var carPlay = CarPlayOptions()

        /// Options of which none was named.
        public init() {}

        /// What a car asks for that asked for something else before: what is not named stays.
        func carPlay(after known: CarPlayOptions) -> CarPlayOptions {
            var options = known
            if names.contains("category") { options.category = carPlay.category }
            if names.contains("locale") { options.locale = carPlay.locale }
            if names.contains("style") { options.style = carPlay.style }
            if names.contains("limits") { options.limits = carPlay.limits }
            if names.contains("region") { options.region = carPlay.region }
            if names.contains("favourites") { options.favourites = carPlay.favourites }
            return options
        }

        /// Refuses what makes no sense with a view.
        public func check(for view: View) throws(RequestError) {
            let known: [String] =
                switch view {
                case .line: ["locale"]
                case .nowPlaying: []
                case .lockScreen: ["style"]
                case .carPlay: Self.known
                }
            guard let strange = names.first(where: { !known.contains($0) }) else { return }
            let reason =
                known.isEmpty
                ? "view \(view.rawValue) has no options"
                : "view \(view.rawValue) has no option \(strange): known are "
                    + known.joined(separator: ", ")
            throw RequestError(.invalidParameters, reason, ("parameter", "options"))
        }
    }

    /// Up to where a client that comes back holds everything.
    public struct Since: Sendable {
        /// The life of the hub in which that was so.
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
    /// What is asked, or what is wrong with it.
    public let method: Result<Method, RequestError>

    /// A request with its parts.
    public init(id: [UInt8]?, method: Result<Method, RequestError>) {
        self.id = id
        self.method = method
    }
}
