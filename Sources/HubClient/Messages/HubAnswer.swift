/// The hub's answer to a command.
public struct HubAnswer: Hashable, Sendable {
    /// The screen to show next: `present:nowPlaying`, `push:ID` or `pop`; `nil` for the same.
    public var then: String?
    /// The revision of the hub's state after it.
    public var revision: Int?

    /// An answer that leads to a screen.
    public init(then: String?, revision: Int? = nil) {
        self.then = then
        self.revision = revision
    }

    init(_ answer: JSONTree) {
        then = answer["then"]?.string
        revision = answer["revision"]?.int
    }
}
