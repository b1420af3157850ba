public import FanOut
public import NowPlaying
public import Stations

/// Something worth a log line, which only the shell writes.
public enum Observation: Sendable {
    /// A link's WebSocket is open.
    case linkOpened(LinkID, url: String, stations: [String])
    /// A link was lost, stays so, or works again.
    case outage(LinkID, url: String, stations: [String], OutageNews)
    /// A link was ended because the configuration changed; its stations get another.
    case linkEnded(LinkID, url: String)
    /// The configuration is another.
    case reconfigured(ReconfigurationSummary)
    /// A station's state became as fresh and reliable as this says. A new reason alone is not told.
    case connectionChanged(station: String, StationConnection)
    /// A message, or a part of it, could not be used; only the 1st, 2nd, 4th, 8th … of a kind.
    case rejected(
        LinkID, url: String, stations: [String], code: String, detail: String, count: Int)
    /// A client was cut.
    case clientCut(ClientID, reason: String)
    /// The wall clock was set.
    case clockStepped(by: Interval)
}

/// The result of another configuration.
public struct ReconfigurationSummary: Equatable, Sendable {
    /// Stations that there were not before.
    public var added: Int
    /// Stations that there are not any more.
    public var removed: Int
    /// Stations of which something else is said.
    public var changed: Int
    /// Links that were made, in place of others or for stations that were added.
    public var linksMade: Int
}
