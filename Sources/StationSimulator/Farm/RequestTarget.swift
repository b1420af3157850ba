/// What a client asked for when it connected, as it stood in its request, not decoded.
public struct RequestTarget: Hashable, Sendable {
    /// What comes before the `?`.
    public var path: String
    /// What comes after the `?`; empty for nothing.
    public var query: String

    /// A target with its parts.
    public init(path: String, query: String = "") {
        self.path = path
        self.query = query
    }
}
