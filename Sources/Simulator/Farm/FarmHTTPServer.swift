import Loop

/// Answers the requests to a farm's port: WebSockets, pages, pictures, sound.
final class FarmHTTPServer: HTTPServerDelegate {
    /// The sockets of the farm, which are made when its port is known.
    weak var sockets: FarmSockets?
    private let streams: SoundStreams
    private let shortcodes: Set<String>

    init(shortcodes: Set<String>, streams: SoundStreams) {
        self.shortcodes = shortcodes
        self.streams = streams
    }

    func httpRequested(_ exchange: HTTPExchange) {
        let path = exchange.request.path
        if let page = sockets?.server.page(at: path, FarmClock.now()) {
            return exchange.answer(page)
        }
        guard let media = FarmMedia(path: path, shortcodes: shortcodes) else {
            return exchange.answer(Self.refusal)
        }
        if let picture = media.picture { return exchange.answer(Self.answer(picture)) }
        guard case .sound(let shortcode) = media else { return }
        streams.begin(exchange, StationSound(shortcode: shortcode))
    }

    func httpUpgradeRequested(_ request: HTTPRequest) -> HTTPUpgrade {
        guard let sockets else { return .refuse(.plain(503, "the farm is closed")) }
        return .accept(sockets)
    }

    private static var refusal: HTTPAnswer {
        var answer = HTTPAnswer.plain(426, "WebSocket clients only")
        answer.set("Upgrade", "websocket")
        answer.set("Connection", "Upgrade, close")
        return answer
    }

    /// A picture never changes: its address names all that it follows from.
    private static func answer(_ picture: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(
            200,
            [
                HTTPAnswer.Header("Content-Type", "image/svg+xml"),
                HTTPAnswer.Header("Cache-Control", "max-age=86400"),
            ], body: picture)
    }
}
