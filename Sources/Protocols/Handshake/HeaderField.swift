/// One field of an HTTP header.
public struct HeaderField: Hashable, Sendable {
    /// As it was written; compared without regard to case.
    public var name: String
    /// Without the white space around it.
    public var value: String

    /// A field, not checked yet: `WebSocketRequest` does that.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
