import Support

/// Something that goes wrong between a simulated server and its clients, on demand.
public enum Fault: String, CaseIterable, Hashable, Sendable {
    /// The connections break off, without a closing frame.
    case drop
    /// Connections are accepted and kept, and nothing is sent. Lasts.
    case silence
    /// In place of each message comes one that is not the protocol. Lasts.
    case garbage
    /// The server goes down in the protocol's own way and comes back without its memory: where
    /// there are offsets, they begin at 1 again in a new epoch.
    case restart

    /// It goes on until it is healed; otherwise it happens once.
    public var isLasting: Bool {
        switch self {
        case .silence, .garbage: true
        case .drop, .restart: false
        }
    }
}

/// Text messages that look like anything but a now-playing protocol's.
enum GarbageMessage {
    private static let texts = [
        "", "not JSON at all", "{\"connect\":", "[]", "null", "42", "\"{}\"",
        "<html><body>502 Bad Gateway</body></html>",
        "{\"channel\":7,\"pub\":\"none\"}",
        "{\"channel\":\"station:nowhere\",\"pub\":{\"data\":{\"np\":{\"now_playing\":[1,2]}}}}",
        "{\"error\":{\"code\":100,\"message\":\"internal server error\"}}",
        String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000),
        "{\"pub\":{\"offset\":1e400}}",
    ]

    /// One of them.
    static func make(using generator: inout SeededGenerator) -> [UInt8] {
        Array(texts.pick(using: &generator).utf8)
    }
}
