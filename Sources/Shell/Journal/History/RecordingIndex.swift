package import NowPlaying
import Support

/// The beginnings of tracks in a recording of a station, for programs that play the recording.
package struct RecordingIndex {
    /// A cue sheet has no room for more.
    package static let tracksMax = 99

    /// The file of the recording, for the sheet.
    private let file: String
    /// The time at which the recording began.
    private let start: Timestamp
    private var plays: [PlayedElement] = []

    /// An index of a recording that began at a time.
    package init(of file: String, from start: Timestamp) {
        self.file = file.withoutControls.replacing("\"", with: "'")
        self.start = start
    }

    /// Takes a play; those without a known beginning have no place.
    package mutating func add(_ play: PlayedElement) {
        guard let began = play.element.startedAt, began >= start else { return }
        plays.append(play)
    }

    /// The number of its tracks.
    package var count: Int { plays.count }

    // MARK: Cue sheets

    /// A cue sheet (CDRWIN's), of the first tracks where there are too many.
    package var cue: [UInt8] {
        let kind = file.lowercased().hasSuffix(".wav") ? "WAVE" : "MP3"
        let tracks = plays.prefix(Self.tracksMax).enumerated().flatMap { place, play in
            let track = play.element.track
            return [
                "  TRACK \((place + 1).padded) AUDIO",
                "    TITLE \(Self.quoted(track.title))",
                track.artist.map { "    PERFORMER \(Self.quoted($0))" },
                track.isrc.map { "    ISRC \($0)" },
                "    INDEX 01 \(Self.frames(offset(of: play)))",
            ].compactMap(\.self)
        }
        return lines(["FILE \"\(file)\" \(kind)"] + tracks)
    }

    /// Minutes, seconds and frames, of which a second has 75.
    private static func frames(_ offset: Interval) -> String {
        let seconds = offset.milliseconds / 1_000
        let frame = offset.milliseconds % 1_000 * 75 / 1_000
        return [seconds / 60, seconds % 60, frame].map { Int($0).padded }.joined(separator: ":")
    }

    /// The format has no way to write a quotation mark.
    private static func quoted(_ text: String) -> String {
        "\"\(text.withoutControls.replacing("\"", with: "'"))\""
    }

    // MARK: Playlists

    /// A playlist whose entries are parts of the recording, by the options of VLC.
    package var m3u: [UInt8] {
        let entries = plays.flatMap { play in
            let track = play.element.track
            let name = [track.artist, track.title].compactMap(\.self).joined(separator: " - ")
            let duration = play.element.duration
            let began = offset(of: play)
            return [
                "#EXTINF:\(duration.map { $0.milliseconds / 1_000 } ?? -1),\(name.withoutControls)",
                "#EXTVLCOPT:start-time=\(began.seconds)",
                duration.map { "#EXTVLCOPT:stop-time=\((began + $0).seconds)" },
                file,
            ].compactMap(\.self)
        }
        return lines(["#EXTM3U"] + entries)
    }

    private func offset(of play: PlayedElement) -> Interval {
        play.element.startedAt.map { $0 - start } ?? .zero
    }

    private func lines(_ lines: [String]) -> [UInt8] {
        lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
    }
}

extension Int {
    /// At least two digits.
    fileprivate var padded: String { self < 10 ? "0\(self)" : "\(self)" }
}
