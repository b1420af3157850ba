import Feeds
import NowPlaying

/// What a link wants done, or has found out.
enum LinkOutput {
    /// Connect to where the link leads.
    case dial
    /// Send these bytes.
    case transmit([UInt8])
    /// Send what is on its way, then end the connection.
    case hangUp
    /// Read nothing more until `resumeReading`.
    case pauseReading
    /// Read again.
    case resumeReading
    /// The WebSocket is open.
    case opened
    /// A whole message came.
    case message(FeedMessage)
    /// One of its stations, by its place on the link, reported.
    case report(place: Int, Shared<Report>)
    /// A message, or a part of it, was of no use.
    case rejected(FeedRejection)
    /// The connection was lost, or could not be made; it will be dialled again soon.
    case lost(StationConnection.Reason, code: Int?)
    /// The server closed for good; it will be asked again after the long pause.
    case stopped(StationConnection.Reason, code: Int)
    /// Something about its outage is worth a line of the log.
    case outage(OutageNews)
    /// The stations are too many for one connection.
    case overloaded
}

extension [LinkOutput] {
    /// All that is to be sent, in one piece: it is encrypted and written in one go, however many
    /// answers a server asked for at once.
    var outgoing: [UInt8] {
        reduce(into: []) { bytes, output in
            if case .transmit(let more) = output { bytes += more }
        }
    }
}

/// When a link that was lost tries again.
enum Redial {
    /// With the usual backoff.
    case backoff
    /// Not before this has passed, as the server asked; with the usual backoff beyond it.
    case notBefore(Interval)
    /// After the long pause.
    case terminal
}
