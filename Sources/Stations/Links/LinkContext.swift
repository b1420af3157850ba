package import Feeds
package import NowPlaying
import Protocols

/// The resources that a link borrows while it handles an event, and its outputs.
package struct LinkContext {
    package let now: Moment
    package var scratch: Scratch
    /// All bytes to send, in one piece: they are encrypted and written once, even if the server
    /// asked for many answers.
    package var outgoing: [UInt8] = []
    /// All other outputs, in their order.
    package var outputs: [LinkOutput] = []
    /// The server has answered on this connection, for the first time. It changes nothing of
    /// stations that reported at the same time, and so counts after the outputs.
    package var isAccepted = false

    package init(at now: Moment, with scratch: Scratch) {
        self.now = now
        self.scratch = scratch
    }
}

/// An output of a link: an action for the shell, or an event that concerns its stations, the
/// journal or the log.
package enum LinkOutput {
    /// An action for the shell.
    case effect(LinkEffect)
    /// The connection is open.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// The server says that its last message, which was of use, still holds.
    case unchanged
    /// A station reported.
    case report(StationIndex, Box<Report>)
    /// The server does or does not send a station.
    case subscription(StationIndex, SubscriptionNews)
    /// A message, or a part of it, was of no use.
    case rejected(FeedRejection)
    /// The connection was lost, or could not be made, and is to be hung up.
    case lost(LinkLoss)
    /// News of its outage that deserves a line of the log.
    case outage(OutageNews)
}

/// The reason for giving a connection up, and the time of the next attempt.
package struct LinkLoss: Sendable {
    /// The pause before the next attempt.
    package enum Redial: Sendable {
        /// With the usual backoff.
        case backoff
        /// After this interval, as the server asked, plus the usual backoff.
        case notBefore(Interval)
        /// After the long pause, because the server closed for good.
        case terminal
    }

    package var reason: StationConnection.Reason
    /// The code with which the peer closed.
    package var code: Int?
    package var redial = Redial.backoff
    /// The stations are too many for one connection.
    package var isOverload = false

    /// A loss with the usual backoff.
    package init(_ reason: StationConnection.Reason, code: Int? = nil) {
        self.reason = reason
        self.code = code
    }

    /// A loss with the usual backoff.
    package init(_ code: String, _ text: String, code closeCode: Int? = nil) {
        self.init(StationConnection.Reason(code: code, text: text), code: closeCode)
    }

    /// The feed has no more use for the connection.
    package init(_ disconnect: FeedDisconnect) {
        let code = disconnect.code
        let words = disconnect.reason.isEmpty ? "\(code)" : "\(code) \(disconnect.reason)"
        // A code of 0 means that no connection was closed yet.
        let text =
            if code == 0 {
                "the conversation ended: \(disconnect.reason)"
            } else if disconnect.isRefusal {
                "the server refuses the connection (\(words))"
            } else {
                "the server closed the connection (\(words))"
            }
        self.init("closed", text + (disconnect.hint.map { ": " + $0 } ?? ""), code: code)
        isOverload = disconnect.retry == .backoffWithFewerStations
        if disconnect.retry == .terminal { redial = .terminal }
    }

    /// The server does not read.
    static func notReading(_ detail: String) -> LinkLoss {
        LinkLoss("notReading", "the server does not read what it is sent (\(detail))")
    }

    /// Puts the next attempt off as the server asked, if it named a number of seconds.
    mutating func delayRedial(
        by retryAfter: WebSocketRefusal.RetryAfter?, within limits: Box<Limits>
    ) {
        guard case .seconds(let seconds) = retryAfter else { return }
        // Compared as a number: as an interval it could overflow.
        let most = limits.retryAfterMax.milliseconds / 1_000
        redial = .notBefore(.seconds(min(Int64(seconds), most)))
    }

    /// The server closed for good.
    package var isTerminal: Bool { if case .terminal = redial { true } else { false } }
}

/// The fixed properties of a link.
package struct LinkIdentity: Sendable {
    package let id: LinkID
    /// Its server or program, with the settings for reaching it.
    package let route: Route
    /// Its address, for people.
    package let url: String
    /// The stations that it serves, in the order of its feed.
    package let stations: [StationIndex]

    package init(id: LinkID, route: Route, stations: [StationIndex]) {
        self.id = id
        self.route = route
        url = route.publicAddress
        self.stations = stations
    }
}

/// One upstream connection's place in the hub, kept over all its redials.
public struct LinkID: Hashable, Comparable, Sendable {
    /// Grows by one with each link that is made.
    public let number: Int

    /// The link with this number.
    public init(number: Int) {
        self.number = number
    }

    /// Older comes first.
    public static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}
