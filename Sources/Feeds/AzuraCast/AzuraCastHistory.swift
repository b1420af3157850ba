import JSON

/// A station's history, read again only when it has changed.
struct AzuraCastHistory: Sendable {
    private var fingerprint: UInt64?
    private var withoutFirst = false
    private var tracks: [ReportedTrack] = []

    /// What was played before `current`, newest first.
    ///
    /// - Returns: the same array in memory as the last time, if it holds the same.
    mutating func tracks(in value: JSONValue?, besides current: JSONValue?) -> [ReportedTrack] {
        guard let value, value.isArray else { return [] }
        let withoutFirst = current.map { Self.isFirst(of: value, $0) } ?? false
        let fingerprint = value.fingerprint
        if fingerprint == self.fingerprint, withoutFirst == self.withoutFirst { return tracks }
        self.fingerprint = fingerprint
        self.withoutFirst = withoutFirst
        tracks = value.elements.dropFirst(withoutFirst ? 1 : 0)
            .prefix(Report.maximumHistory).filter(\.isObject)
            .map { ReportedTrack(azuraCast: $0, like: nil) }
        return tracks
    }

    /// Servers that imitate AzuraCast begin the history with what still plays.
    private static func isFirst(of history: JSONValue, _ current: JSONValue) -> Bool {
        guard let first = history.elements.first(where: { _ in true }), let start = first.playedAt
        else { return false }
        guard start == current.playedAt, let text = first["song"]?["text"] else { return false }
        return current["song"]?["text"]?.isIdentical(to: text) ?? false
    }
}
