import JSON
import NowPlaying

/// A station's history. Only its new rows are read.
///
/// Publications repeat it whole, for days the same and then with one row more at its front.
struct AzuraCastHistory: Sendable {
    private struct Row: Sendable {
        let fingerprint: UInt64
        let track: Box<ReportedTrack>
    }

    /// The greater part of every publication.
    private var known = RepeatedArray(named: "song_history")
    private var rows: [Row] = []
    private var withoutFirst = false
    private var tracks: [Box<ReportedTrack>] = []

    /// The place in a message of the history that was read last. The caller may then leave it out.
    func range(in text: ArraySlice<UInt8>) -> Range<Int>? {
        known.range(in: text)
    }

    /// Reads a history, unless it was left out as known.
    ///
    /// - Parameter text: The message that contains it, if that holds no other history.
    mutating func read(_ value: JSONValue?, of text: CentrifugoText?) {
        if let text, !text.isWhole, value?.isNull == true { return }
        known.learn(text == nil ? nil : value)
        guard let value, value.isArray else {
            self = AzuraCastHistory()
            return
        }
        rows = rows(in: value)
        keepTracks(withoutFirst: false)
    }

    /// The tracks that were played before `current`, newest first. Servers that imitate AzuraCast
    /// begin the history with the current track.
    mutating func tracks(besides current: ReportedTrack?) -> [Box<ReportedTrack>] {
        let withoutFirst = current.map(isFirst) ?? false
        if withoutFirst != self.withoutFirst { keepTracks(withoutFirst: withoutFirst) }
        return tracks
    }

    private mutating func keepTracks(withoutFirst: Bool) {
        self.withoutFirst = withoutFirst
        tracks = rows.dropFirst(withoutFirst ? 1 : 0).prefix(Report.maximumHistory).map(\.track)
    }

    private func rows(in value: JSONValue) -> [Row] {
        var old = rows[...]
        var new: [Row] = []
        new.reserveCapacity(rows.count + 1)
        for element in value.elements.prefix(Report.maximumHistory + 1) where element.isObject {
            let fingerprint = element.fingerprint
            if let known = old.firstIndex(where: { $0.fingerprint == fingerprint }) {
                new.append(old[known])
                old = old[(known + 1)...]
                continue
            }
            let row = AzuraCastRow(element)
            if row.isSilence { continue }
            var track = ReportedTrack()
            track.read(row)
            track.identity = row.identity(called: track)
            new.append(Row(fingerprint: fingerprint, track: Box(track)))
        }
        return new
    }

    private func isFirst(_ current: ReportedTrack) -> Bool {
        guard let first = rows.first?.track, let start = first.start, first.text != nil else {
            return false
        }
        return start == current.start && first.text == current.text
    }
}
