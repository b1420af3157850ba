import JSON
import NowPlaying
import Views

/// The line for a custom module of Waybar whose `return-type` is `json` (waybar-custom(5)).
///
/// `class` says how fresh the state is and what the station does: `live`, `stale`, `failing`,
/// `connecting`, `stopped`, `offline`, `playing`, `paused`, `on-air`; `disconnected` where there is
/// no hub. `alt` is the one of them that matters most. Of several stations the text is about the
/// one that changed last, and the tooltip about all.
enum WaybarLine {
    /// The document, with the end of the line.
    static func document(of content: BarContent, _ text: BarText) -> [UInt8] {
        let states = states(of: content)
        let shown = content.newest.map { text.text(for: $0, at: content.now) } ?? ""
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("text", shown.escapedForPango)
        // Waybar takes a carriage return for the end of a tooltip's line.
        writer.member("tooltip", tooltip(of: content).joined(separator: "\r").escapedForPango)
        writer.beginArray("class")
        for state in states { writer.string(state) }
        writer.endArray()
        writer.member("alt", states.first)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func states(of content: BarContent) -> [String] {
        let states = content.newest?.barStates ?? []
        return content.problem == nil ? states : ["disconnected"] + states
    }

    private static func tooltip(of content: BarContent) -> [String] {
        let problem = content.problem.map { [$0] } ?? []
        let isOne = content.stationCount == 1
        if isOne, let state = content.stations.first { return problem + details(of: state) }
        let count = content.stationCount - content.stations.count
        let more = count > 0 ? ["… and \(count) more"] : []
        return problem + content.stations.map(\.namedLine) + more
    }

    private static func details(of state: NowPlaying) -> [String] {
        var lines = [state.station.name]
        if let track = state.track { lines.append(caption(track.title, by: track.artist)) }
        lines += [
            state.track?.album, state.programme?.title,
            state.personOnAir.map { "On air: \($0)" },
            state.next.map { "Next: " + caption($0.title, by: $0.artist) },
        ]
        .compactMap { $0 }
        lines += state.history.map { "Before: " + caption($0.title, by: $0.artist) }
        if state.online == false { lines.append("Offline") }
        if let reason = state.connection.reason { lines.append(reason.text) }
        return lines
    }

    private static func caption(_ title: String, by artist: String?) -> String {
        artist.map { "\($0) – \(title)" } ?? title
    }
}

extension String {
    /// The text as Pango's markup has it: what markup is made of is spelt out.
    var escapedForPango: String {
        // Scalars, since a combining mark makes another character of a bracket, but not for Pango.
        unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "'": escaped += "&#39;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
