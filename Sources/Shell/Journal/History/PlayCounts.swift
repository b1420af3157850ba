import NowPlaying

/// Counts the plays of each title.
package struct PlayCounts {
    /// A title, and what is known of its plays.
    package struct Row {
        /// The newest play.
        package fileprivate(set) var latest: PlayedElement
        /// The number of plays.
        package fileprivate(set) var count = 0
    }

    /// The key that tells titles apart: upper and lower case are the same.
    private struct Key: Hashable {
        let station: String
        let artist: String
        let title: String

        init(_ play: PlayedElement) {
            station = play.station
            artist = play.element.track.artist?.lowercased() ?? ""
            title = play.element.track.title.lowercased()
        }
    }

    private var rowsByKey: [Key: Row] = [:]

    /// No plays.
    package init() {}

    /// Counts a play; later ones come later.
    package mutating func add(_ play: PlayedElement) {
        let key = Key(play)
        var row = rowsByKey[key] ?? Row(latest: play)
        row.count += 1
        row.latest = play
        rowsByKey[key] = row
    }

    /// All titles of all stations, the most played first.
    package var rows: [Row] {
        rowsByKey.values.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            let (first, second) = (left.latest, right.latest)
            return (first.time, first.station, first.element.id)
                > (second.time, second.station, second.element.id)
        }
    }
}

/// A report of use as SoundExchange takes it from webcasters (37 CFR 370.4): a row for each
/// recording of each station.
package enum SoundExchangeReport {
    /// Columns in their order. Those that the hub cannot know are empty, to be filled in.
    private static let columns: [(name: String, cell: @Sendable (PlayCounts.Row) -> String)] = [
        ("NAME_OF_SERVICE", { CSV.word($0.latest.station) }),
        ("TRANSMISSION_CATEGORY", { _ in "" }),
        ("FEATURED_ARTIST", { CSV.word($0.latest.element.track.artist) }),
        ("SOUND_RECORDING_TITLE", { CSV.word($0.latest.element.track.title) }),
        ("ISRC", { CSV.word($0.latest.element.track.isrc) }),
        ("ALBUM_TITLE", { CSV.word($0.latest.element.track.album) }),
        ("MARKETING_LABEL", { CSV.word($0.latest.element.track.label) }),
        ("ACTUAL_TOTAL_PERFORMANCES", { _ in "" }),
        ("AGGREGATE_TUNING_HOURS", { _ in "" }),
        ("CHANNEL_OR_PROGRAM_NAME", { CSV.word($0.latest.programme) }),
        ("PLAY_FREQUENCY", { "\($0.count)" }),
    ]

    /// The whole report. What is known not to be music is left out.
    package static func text(of plays: PlayCounts) -> [UInt8] {
        let music = plays.rows.filter { $0.latest.element.track.kind ?? .music == .music }
        let lines = music.map { row in CSV.line(columns.map { $0.cell(row) }) }
        return Array((CSV.line(columns.map(\.name)) + lines.joined()).utf8)
    }
}
