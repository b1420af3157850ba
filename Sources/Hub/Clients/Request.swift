public import NowPlaying
public import Sessions
public import Views

/// One call of a client, read but not yet looked at in the light of the hub's state.
public struct Request: Sendable {
    /// The method that is called.
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
        public var options = Options()

        /// All stations, in a view without options.
        public init(view: View) {
            self.view = view
        }
    }

    /// Options of a view.
    public struct Options: Sendable {
        /// The options that were named.
        public var names: [DocumentOptions.Name] = []
        /// The language.
        public var locale = Locale.english
        /// Light or dark surroundings.
        public var style = ContentStyle.dark
        /// The options of a car.
        public var carPlay = CarPlayOptions()

        /// Options of which none was named.
        public init() {}

        /// Returns `known` with the named options replaced.
        func applied(to known: DocumentOptions) -> DocumentOptions {
            var options = known
            if names.contains(.locale) { options.locale = locale }
            if names.contains(.style) { options.style = style }
            guard var car = options.carPlay?.value else { return options }
            car.locale = options.locale
            car.style = options.style
            if names.contains(.category) { car.category = carPlay.category }
            if names.contains(.limits) { car.limits = carPlay.limits }
            if names.contains(.region) { car.region = carPlay.region }
            if names.contains(.favourites) { car.favourites = carPlay.favourites }
            options.carPlay = Box(car)
            return options
        }

        /// Refuses what makes no sense with a view.
        public func check(for view: View) throws(RequestError) {
            guard let strange = names.first(where: { !view.definition.options.contains($0) }) else {
                return
            }
            let known = view.definition.options.map(\.rawValue).joined(separator: ", ")
            let reason =
                known.isEmpty
                ? "view \(view.name) has no options"
                : "view \(view.name) has no option \(strange.rawValue): known are \(known)"
            throw RequestError(.invalidParameters, reason, ("parameter", "options"))
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
