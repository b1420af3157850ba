package import FanOut
import NowPlaying

/// The cause of a session's change.
package struct Cause: Sendable {
    /// The origin of the change.
    package var origin: Origin
    /// It is a command's: no interval holds it back.
    package var isCommand: Bool
    /// The clients that are told, in their answers, the screen to show next.
    package var askers: Set<ClientID> = []

    /// Stations, time or a player.
    package static let mixed = Cause(origin: .mixed, isCommand: false)

    /// A command, which `client` gave by the socket.
    package static func command(from origin: Origin, by client: ClientID?) -> Cause {
        Cause(origin: origin, isCommand: true, askers: client.map { [$0] } ?? [])
    }
}

extension [Cause] {
    /// All of them as one.
    package var joined: Cause {
        reduce(into: Cause(origin: .none, isCommand: false)) { joined, cause in
            joined.origin = joined.origin.joined(with: cause.origin)
            joined.isCommand = joined.isCommand || cause.isCommand
            joined.askers.formUnion(cause.askers)
        }
    }
}
