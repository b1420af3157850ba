/// What made a session change.
struct Cause: Sendable {
    /// Whose change it is.
    var sender: Sender
    /// It is a command's: no interval holds it back.
    var isCommand: Bool
    /// Those who are told in answers where to go.
    var askers: Set<ClientID> = []

    /// Stations, time or a player.
    static let others = Cause(sender: .others, isCommand: false)

    /// A command, which `client` gave by the socket.
    static func command(from sender: Sender, by client: ClientID?) -> Cause {
        Cause(sender: sender, isCommand: true, askers: client.map { [$0] } ?? [])
    }
}

extension [Cause] {
    /// All of them as one.
    var joined: Cause {
        reduce(into: Cause(sender: .nobody, isCommand: false)) { joined, cause in
            joined.sender = joined.sender.joined(with: cause.sender)
            joined.isCommand = joined.isCommand || cause.isCommand
            joined.askers.formUnion(cause.askers)
        }
    }
}
