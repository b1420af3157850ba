import Support

/// The mistake in a request that was to be made.
public enum WebSocketRequestError: Error, Hashable, Sendable {
    /// The name of a field is not a token.
    case invalidFieldName(String)
    /// The value has a line break or another control character in it; it may be a secret.
    case invalidFieldValue(name: String)
    /// The handshake writes this field itself.
    case reservedField(String)
    /// A subprotocol is not a token.
    case invalidSubprotocol(String)
    /// A subprotocol is offered twice.
    case repeatedSubprotocol(String)
}

extension WebSocketRequestError: CustomStringConvertible {
    /// The same for people.
    public var description: String {
        switch self {
        case .invalidFieldName(let name):
            "`\(name.quotable)` cannot be the name of a header field"
        case .invalidFieldValue(let name):
            "the value of the header field \(name) has a line break or control character in it"
        case .reservedField(let name):
            "the header field \(name) is written by the WebSocket handshake itself"
        case .invalidSubprotocol(let name):
            "`\(name.quotable)` cannot be the name of a subprotocol"
        case .repeatedSubprotocol(let name):
            "the subprotocol \(name) is offered twice"
        }
    }
}
