/// The state of an HTTP connection.
enum HTTPConnectionState {
    /// A request is awaited.
    case idle
    /// The rest of a request is awaited.
    case readingBody(HTTPRequest, count: Int)
    /// An answer is awaited.
    case asked(HTTPExchange)
    /// An answer is on its way.
    case answering(HTTPExchange, closes: Bool)
    /// A stream goes on.
    case streaming(HTTPExchange)
    /// A stream is to end when all was taken.
    case finishing(HTTPExchange)
    /// It asks for another protocol.
    case upgrading
    /// To be dropped at the end of this turn.
    case aborting(HTTPExchange?)
    /// Over.
    case closed

    /// The one that goes on.
    var exchange: HTTPExchange? {
        switch self {
        case .asked(let exchange), .streaming(let exchange), .finishing(let exchange): exchange
        case .answering(let exchange, closes: _): exchange
        case .aborting(let exchange): exchange
        case .idle, .readingBody, .upgrading, .closed: nil
        }
    }

    /// The answer is a stream, which goes on or is to end.
    var isStream: Bool {
        switch self {
        case .streaming, .finishing: true
        default: false
        }
    }
}
