package import Hub
package import FanOut
package import NowPlaying

/// The hub, as its web server sees it.
package struct HubAccess {
    /// Makes a client of a sink; of its address, in bytes, what is known.
    package let connect: ([UInt8]?, (ClientID) -> any Sink) -> ClientID
    /// Tells the hub what happened.
    package let post: (Event) -> Void
    /// Does something when everything that is ready now was handled.
    package let later: (@escaping () -> Void) -> Void
    /// Reports if the hub does its work.
    package let health: () -> Health
    /// A page of the status, after so many links, clients and sessions.
    package let status: (Int) -> HubStatus
    /// The names of the sessions that the config has.
    package let sessions: () -> [String]
    /// Reads the clocks.
    package let now: () -> Moment
    /// The hub's limits.
    package let limits: Box<Limits>

    /// A hub by what can be done with it.
    package init(
        connect: @escaping ([UInt8]?, (ClientID) -> any Sink) -> ClientID,
        post: @escaping (Event) -> Void,
        later: @escaping (@escaping () -> Void) -> Void, health: @escaping () -> Health,
        status: @escaping (Int) -> HubStatus,
        sessions: @escaping () -> [String], now: @escaping () -> Moment, limits: Box<Limits>
    ) {
        self.connect = connect
        self.post = post
        self.later = later
        self.health = health
        self.status = status
        self.sessions = sessions
        self.now = now
        self.limits = limits
    }
}
