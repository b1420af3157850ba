public import FanOut
public import Feeds
public import NowPlaying
public import Stations
public import Views

/// Something that happened outside the core.
public enum Event: Sendable {
    /// The hub is to begin: its links may be dialled.
    case started
    /// A deadline may have passed.
    case woke
    /// The turn that `Effect.takeTurn` asked for.
    case turn
    /// The hub is to be as this configuration says from now on.
    case reconfigured(HubConfiguration)
    /// The state of the history database changed.
    case historyChanged(HistoryStatus)
    /// A history database was opened, or more of it is known to be past: this is in it.
    indirect case stateRestored(RestoredState)
    /// The program was measured, for a status that is about to be asked for.
    indirect case processMeasured(ProcessStatus)
    /// The dashboard is served.
    indirect case dashboardServed(DashboardLink)
    /// The hub is to finish what is pending, and end.
    case stopping

    /// The addresses of a link's server are known.
    case linkResolved(LinkID)
    /// A link's connection stands, with TLS where it is asked for.
    case linkConnected(LinkID)
    /// Bytes came on a link, after TLS.
    case linkReceived(LinkID, [UInt8])
    /// A link's server, which is polled, has answered.
    indirect case linkAnswered(LinkID, PollAnswer)
    /// The kernel takes no more for a link's server, and so many bytes wait for it.
    case linkBlocked(LinkID, unsent: Int)
    /// All that waited for a link's server was taken.
    case linkDrained(LinkID)
    /// A link's connection could not be made, or ended.
    case linkDisconnected(LinkID, StationConnection.Reason)
    /// A recording says what happened on the link of the station with this id.
    case replayed(station: String, ReplayedEvent)
    /// A recording has ended: what follows is only what is still pending.
    case replayEnded

    /// A client connected; of one of the web its address, in bytes, where that is known.
    case clientConnected(ClientID, by: ClientTransport, from: [UInt8]? = nil)
    /// A client connected to the socket, but no file descriptor is left for it.
    case clientRefused(ClientID)
    /// A client asks for something, in this order.
    case requested(ClientID, [Request])
    /// A client's connection does what it must not, and is to be ended. The code names the limit.
    case clientMisbehaved(ClientID, code: String, reason: String)
    /// A client's sink has no credit left.
    case sinkFull(ClientID)
    /// A client's sink has none yet, but something of what it keeps was taken.
    case sinkProgressed(ClientID)
    /// A client's sink has credit again.
    case sinkReady(ClientID)
    /// A client is gone.
    case clientDisconnected(ClientID)
    /// Something is told of stations that several hubs read together.
    indirect case replicas(ReplicaNews)
    /// Something is told of the documents that they share.
    indirect case documents(DocumentNews)
    /// Something was asked of a session by other means than the socket.
    case commanded(SessionCommand, session: String, sender: String?)
    /// The listeners' clocks are ahead of UTC by this from now on.
    case localTime(offsetFromUTC: Interval)
    /// An output that only takes deliveries is there, as stdout is, or the desktop.
    case outputConnected(ClientID, OutputRequest)
}

/// An event of a link in a recording.
public enum ReplayedEvent: Sendable {
    /// The WebSocket was opened.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// The server, which is polled, said that its last message still holds.
    case unchanged
    /// The connection could not be made, or failed.
    case failed(StationConnection.Reason)
    /// The connection was closed, by the server's code where it gave one.
    case closed(code: Int)
}

/// The subscription of an output.
public struct OutputRequest: Sendable {
    /// The documents that it wants.
    public var options: DocumentOptions
    /// The stations that it wants; `nil` for all.
    public var stations: [String]?
    /// The session that it wants to follow, in place of stations.
    public var session: String?
    /// The least time between two records of a station.
    public var minInterval: Interval
    /// It counts as a follower of its session.
    public var isFollower: Bool
    /// Its transport.
    public var transport: ClientTransport

    /// A request with its parts.
    public init(
        options: DocumentOptions, stations: [String]? = nil, session: String? = nil,
        minInterval: Interval, isFollower: Bool = true, transport: ClientTransport = .stdout
    ) {
        self.options = options
        self.stations = stations
        self.session = session
        self.minInterval = minInterval
        self.isFollower = isFollower
        self.transport = transport
    }
}
