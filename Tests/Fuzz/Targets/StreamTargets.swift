import Feeds

extension FuzzTarget {
    /// The bytes of answers without an end. The first byte says in pieces of what size the others
    /// come.
    static let streams = [
        FuzzTarget(name: "icy") { bytes in
            inPieces(bytes) { pieces -> [String] in
                var reader = ICYReader(interval: 5)
                var titles = ICYTitles(["icy-name": "a"], encoding: nil)
                return pieces.flatMap { reader.receive($0) }.compactMap { titles.message(for: $0) }
                    .map { String(decoding: $0.bytes, as: UTF8.self) }
            }
        },
        FuzzTarget(name: "events") { bytes in
            inPieces(bytes) { pieces -> [ServerSentEvent] in
                var reader = EventStreamReader(limit: 1_024)
                return pieces.flatMap { reader.receive($0) }
            }
        },
        FuzzTarget(name: "playlist") { bytes in
            let addresses = StreamPlaylist(bytes, at: "http://radio.example/a.m3u").addresses
            return addresses.allSatisfy { $0.hasPrefix("http") }
                ? nil : "an address of another kind"
        },
    ]

    /// Reads the bytes at once and in pieces, and compares.
    private static func inPieces<Found: Equatable>(
        _ bytes: [UInt8], read: ([ArraySlice<UInt8>]) -> [Found]
    ) -> String? {
        guard let size = bytes.first.map({ Int($0) + 1 }) else { return nil }
        let rest = bytes.dropFirst()
        let pieces = stride(from: rest.startIndex, to: rest.endIndex, by: size).map {
            rest[$0..<min($0 + size, rest.endIndex)]
        }
        return read([rest]) == read(pieces)
            ? nil : "in pieces of \(size) bytes it is something else"
    }
}
