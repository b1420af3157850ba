/// The origin of a change.
public enum Origin: Hashable, Sendable {
    /// Nothing has changed.
    case none
    /// All of it was this client's, by the name that it gave.
    case client(String)
    /// Stations, time, players, clients without a name, or several clients.
    case mixed

    /// The origin of a command, whose sender may have no name.
    public init(sender: String?) {
        self = sender.flatMap { $0.isEmpty ? nil : .client($0) } ?? .mixed
    }

    /// The client's name, where all changes were its own.
    public var name: String? {
        switch self {
        case .client(let name): name
        case .none, .mixed: nil
        }
    }

    /// The origin of both changes together.
    public func joined(with other: Origin) -> Origin {
        switch (self, other) {
        case (.none, _): other
        case (_, .none): self
        default: self == other ? self : .mixed
        }
    }

    /// Takes in the origin of another change.
    mutating func join(_ other: Origin) { self = joined(with: other) }
}
