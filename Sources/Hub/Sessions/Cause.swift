import FanOut
import NowPlaying

/// What made a session change.
struct Cause: Sendable {
    /// Whose change it is.
    var origin: Origin
    /// It is a command's: no interval holds it back.
    var isCommand: Bool
    /// Those who are told in answers where to go.
    var askers: Set<ClientID> = []

    /// Stations, time or a player.
    static let mixed = Cause(origin: .mixed, isCommand: false)

    /// A command, which `client` gave by the socket.
    static func command(from origin: Origin, by client: ClientID?) -> Cause {
        Cause(origin: origin, isCommand: true, askers: client.map { [$0] } ?? [])
    }
}

extension [Cause] {
    /// All of them as one.
    var joined: Cause {
        reduce(into: Cause(origin: .none, isCommand: false)) { joined, cause in
            joined.origin = joined.origin.joined(with: cause.origin)
            joined.isCommand = joined.isCommand || cause.isCommand
            joined.askers.formUnion(cause.askers)
        }
    }
}
