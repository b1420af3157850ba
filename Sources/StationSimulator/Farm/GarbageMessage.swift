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
