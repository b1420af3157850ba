import JSON

/// The stations of an AzuraCast server, as its public API lists them (`GET /api/nowplaying`).
public enum AzuraCastDirectory {
    /// The path of the list, below the server's address.
    public static let path = "/api/nowplaying"
    /// The path of the stations' WebSocket, below the server's address.
    public static let webSocketPath = "/api/live/nowplaying/websocket"

    /// The reason why a list is not that of an AzuraCast server.
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON, or no list of stations.
        case notAList
    }

    /// The short codes, in their order, each once. Entries without one are left out.
    public static func shortcodes(in list: [UInt8]) throws(Failure) -> [String] {
        let parser = JSONParser(maximumLength: max(1, list.count))
        let codes = try? parser.parse(list) { value -> [String]? in
            guard value.isArray else { return nil }
            return value.elements.compactMap { entry in
                guard entry.isObject else { return nil }
                return entry["station"]?["shortcode"]?.word
            }
        }
        guard let codes = codes ?? nil else { throw .notAList }
        var known: Set<String> = []
        return codes.filter { !$0.isEmpty && known.insert($0).inserted }
    }
}
