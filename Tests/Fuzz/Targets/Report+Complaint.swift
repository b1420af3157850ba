import NowPlaying

@testable import Feeds

extension Report {
    /// A field that could not be shown; `nil` where all are absent or valid.
    var complaint: String? {
        let texts: [(String, String?)] =
            [
                ("title", track?.name), ("artist", track?.artist), ("album", track?.album),
                ("genre", track?.genre), ("isrc", track?.isrc), ("composer", track?.composer),
                ("label", track?.label), ("requested by", track?.requestedBy),
                ("streamer", live?.streamer),
                ("programme", programme?.title), ("kicker", programme?.kicker),
                ("next", next?.name), ("next artist", next?.artist),
                ("station", station.name), ("description", station.description),
            ] + history.flatMap { [("played", $0.name), ("played by", $0.artist)] }
        let addresses =
            [
                track?.artworkURL, live?.artworkURL, programme?.artworkURL, next?.artworkURL,
                station.url,
            ] + history.map(\.artworkURL) + (track?.links ?? []).map(\.address)
        let lengths = [track?.duration, next?.duration] + history.map(\.duration)
        for case (let name, let text?) in texts {
            if let complaint = Self.complaint(about: text) { return "\(name): \(complaint)" }
        }
        for case let address? in addresses where !Self.isAddress(address) {
            return "an address: \(address)"
        }
        if lengths.contains(where: { $0.map { $0 <= .zero } ?? false }) { return "a length of 0" }
        if !(0...32).contains(rate) || (rate > 0) != (state == .playing) {
            return "a rate of \(rate), \(state)"
        }
        if history.count > Report.maximumHistory { return "\(history.count) played tracks" }
        return complaintAboutTimes
    }

    private var complaintAboutTimes: String? {
        if let starts = programme?.startsAt, let ends = programme?.endsAt, ends < starts {
            return "a programme that ends before it starts"
        }
        let counts = [listeners?.current, listeners?.unique, listeners?.total]
        return counts.contains { $0.map { $0 < 0 } ?? false } ? "less than no listeners" : nil
    }

    private static func complaint(about text: String) -> String? {
        if text.isEmpty { return "empty" }
        if text.unicodeScalars.count > 1_000 || text.utf8.count > 4_096 { return "too long" }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "a control character in \(text.debugDescription)"
        }
        let ends = [text.first, text.last].compactMap { $0 }
        return ends.contains(where: \.isWhitespace) ? "blanks around \(text)" : nil
    }

    private static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.utf8.count <= 2_048
            && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    }
}
