import NowPlaying
import Shell
import Views

/// The content of a status bar: the stations that are watched.
struct BarContent {
    /// The greatest number of stations for which a bar has room.
    static let stationsMax = 32

    /// The stations, the first of them where there are too many.
    var stations: [NowPlaying]
    /// The number of all stations.
    var stationCount: Int
    /// The one whose line changed last.
    var newest: NowPlaying?
    /// The reason for which nothing of this is sure at present.
    var problem: String?
    /// The present time.
    var now: Timestamp
}

/// The text by which a bar shows a station.
struct BarText {
    /// The user's own; the station's line where there is none.
    var template: Template?
    /// Several stations are shown, and the reader must know which.
    var namesStation: Bool

    /// It changes by itself.
    var showsPosition: Bool { template?.showsPosition == true }

    /// A part of it moves by itself.
    func scrolls(for state: NowPlaying, at now: Timestamp) -> Bool {
        template?.scrolls(for: state, at: now) ?? false
    }

    /// The text for a station.
    func text(for state: NowPlaying, at now: Timestamp) -> String {
        if let template { return template.text(for: state, at: now) }
        return namesStation ? state.namedLine : state.line(in: .english)
    }
}

extension NowPlaying {
    /// The line, after the station's name; where nothing else is known, the line is the name.
    var namedLine: String {
        let line = line(in: .english)
        return track == nil && programme == nil ? line : "\(station.name): \(line)"
    }

    /// The states of the connection and of the station, in words for style sheets; the most
    /// important one comes first.
    var barStates: [String] {
        var states: [String] = []
        if connection.state != .live { states.append(connection.state.rawValue) }
        if online == false { states.append("offline") }
        // A connection can be stopped as well as playback.
        if let playback, playback.state.rawValue != states.first {
            states.append(playback.state.rawValue)
        }
        if connection.state == .live { states.append("live") }
        if personOnAir != nil { states.append("on-air") }
        return states
    }
}
