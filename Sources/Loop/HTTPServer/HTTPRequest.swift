/// A whole request of a client over HTTP.
public struct HTTPRequest: Sendable {
    /// `GET`, `HEAD`, `POST`, …
    public var method: String
    /// The path, percent-decoded once, without `.`, `..` and repeated slashes. It may be no UTF-8:
    /// what is not is the replacement character.
    public var path: String
    /// The parts after the `?`, split at each `&`, percent-decoded once.
    public var query: [String]
    /// The headers that the server was told to read, their names in lower case.
    public var headers: [String: String]
    /// The content after the headers.
    public var body: [UInt8] = []
    /// The address from which the connection comes.
    public var peer: SocketAddress?
    /// It came over TLS.
    public var isSecure: Bool
    /// The client can take further answers on the same connection.
    var keepsAlive: Bool

    /// A request of a client that is not a connection's, for tests and for tools.
    public init(
        _ method: String, _ path: String, query: [String] = [], headers: [String: String] = [:],
        body: [UInt8] = [], peer: SocketAddress? = nil, isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.isSecure = isSecure
        keepsAlive = true
    }
}
