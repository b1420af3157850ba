/// Whose a change was.
enum Sender: Hashable, Sendable {
    /// Nothing has changed.
    case nobody
    /// All of it was this client's, by the name that it gave.
    case only(String)
    /// Stations, time, players, those who give no name, or several clients.
    case others

    /// The sender of a command, which may have no name.
    init(name: String?) {
        self = name.flatMap { $0.isEmpty ? nil : .only($0) } ?? .others
    }

    /// The name, where all is one's.
    var name: String? {
        switch self {
        case .only(let name): name
        case .nobody, .others: nil
        }
    }

    /// Whose both changes were together.
    func joined(with other: Sender) -> Sender {
        switch (self, other) {
        case (.nobody, _): other
        case (_, .nobody): self
        default: self == other ? self : .others
        }
    }
}
