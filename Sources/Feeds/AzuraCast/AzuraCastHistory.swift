import JSON

/// A station's history, of which only what is new is read.
///
/// Publications repeat it whole, for days the same and then with one row more at its front.
struct AzuraCastHistory: Sendable {
    private struct Row: Sendable {
        let fingerprint: UInt64
        let track: ReportedTrack
    }

    private var fingerprint: UInt64?
    private var withoutFirst = false
    private var rows: [Row] = []
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
        rows = read(value, droppingFirst: withoutFirst ? 1 : 0)
        tracks = rows.map(\.track)
        return tracks
    }

    private func read(_ value: JSONValue, droppingFirst dropped: Int) -> [Row] {
        var old = rows[...]
        return value.elements.dropFirst(dropped).prefix(Report.maximumHistory)
            .filter(\.isObject).map { element in
                let fingerprint = element.fingerprint
                if let known = old.firstIndex(where: { $0.fingerprint == fingerprint }) {
                    old = old[known...]
                    return old.removeFirst()
                }
                let track = ReportedTrack(azuraCast: element, like: nil)
                return Row(fingerprint: fingerprint, track: track)
            }
    }

    /// Servers that imitate AzuraCast begin the history with what still plays.
    private static func isFirst(of history: JSONValue, _ current: JSONValue) -> Bool {
        guard let first = history.elements.first(where: { _ in true }),
            let start = first.playedAt, start == current.playedAt,
            let text = first["song"]?["text"]
        else { return false }
        return current["song"]?["text"]?.isIdentical(to: text) ?? false
    }
}
