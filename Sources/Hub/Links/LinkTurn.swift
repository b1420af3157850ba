import Feeds
import NowPlaying

/// What a link borrows while it handles something that happened, and what comes of that.
struct LinkTurn {
    let now: Moment
    var instruments: Instruments
    /// What the shell is to do, besides sending.
    var effects: [Effect] = []
    /// All that is to be sent, in one piece: it is encrypted and written in one go, however many
    /// answers a server asked for at once.
    var outgoing: [UInt8] = []
    /// What the hub is to decide on.
    var events: [LinkEvent] = []

    init(at now: Moment, with instruments: Instruments) {
        self.now = now
        self.instruments = instruments
    }
}

/// Something that happened on a link and concerns its stations, the journal or the log.
enum LinkEvent {
    /// The connection is open.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// A station reported.
    case report(StationIndex, Shared<Report>)
    /// A message, or a part of it, was of no use.
    case rejected(FeedRejection)
    /// The connection was lost, or could not be made, and is to be hung up.
    case lost(LinkLoss)
    /// Something about its outage is worth a line of the log.
    case outage(OutageNews)
}

/// Why a connection is given up, and when the next is tried.
struct LinkLoss: Sendable {
    /// When a link that was lost tries again.
    enum Redial: Sendable {
        /// With the usual backoff.
        case backoff
        /// Not before this has passed, as the server asked; with the usual backoff beyond it.
        case notBefore(Interval)
        /// After the long pause: the server closed for good.
        case terminal
    }

    var reason: StationConnection.Reason
    /// The code with which the peer closed.
    var code: Int?
    var redial = Redial.backoff
    /// The stations are too many for one connection.
    var isOverload = false

    /// A loss with the usual backoff.
    init(_ reason: StationConnection.Reason, code: Int? = nil) {
        self.reason = reason
        self.code = code
    }

    /// A loss with the usual backoff.
    init(_ code: String, _ text: String, code closeCode: Int? = nil) {
        self.init(StationConnection.Reason(code: code, text: text), code: closeCode)
    }

    /// The feed has no more use for the connection.
    init(_ disconnect: FeedDisconnect) {
        let code = disconnect.code
        let words = disconnect.reason.isEmpty ? "\(code)" : "\(code) \(disconnect.reason)"
        // Without a code no connection was closed yet.
        let text =
            code == 0
            ? "the conversation ended: \(disconnect.reason)"
            : "the server closed the connection (\(words))"
        self.init("closed", text, code: code)
        isOverload = disconnect.retry == .backoffWithFewerStations
        if disconnect.retry == .terminal { redial = .terminal }
    }

    /// The server closed for good.
    var isTerminal: Bool { if case .terminal = redial { true } else { false } }
}

/// What a link is, whatever happens on it.
struct LinkIdentity: Sendable {
    let id: LinkID
    /// Where it leads.
    let route: Route
    /// The address that it leads to, for people.
    let url: String
    /// The stations that it serves, in the order in which its feed knows them.
    let stations: [StationIndex]

    init(id: LinkID, route: Route, stations: [StationIndex]) {
        self.id = id
        self.route = route
        url = route.publicAddress
        self.stations = stations
    }
}

/// What a link has seen since it was made.
struct LinkCounters: Sendable {
    /// Attempts to connect.
    var dials = 0
    /// Connections that became WebSockets.
    var opened = 0
    /// Bytes received, after TLS.
    var bytes = 0
    /// Whole messages received.
    var messages = 0
    /// Reports that its feed made of them.
    var reports = 0
}
