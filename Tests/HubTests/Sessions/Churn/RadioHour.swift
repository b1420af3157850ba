import Feeds
import NowPlaying
import Support

@testable import Hub
@testable import Stations

/// An hour of twenty stations as their servers would publish it, drawn from a seed.
///
/// Tracks last two to six minutes. A server publishes when a track begins, and again about every
/// quarter of a minute, since a listener came or went; the position in that is off by up to a
/// second. Five stations have programmes of half an hour.
struct RadioHour {
    /// Something that a server says.
    struct Message {
        /// The time of the message, in seconds after the start.
        let at: Double
        let station: String
        let text: String
    }

    static let length = 3_600.0
    static let stations: [StationConfiguration] =
        (0..<15).map { .make("music\($0)") } + (0..<5).map { .program("talk\($0)") }
    /// A station whose server cannot be reached from the one time to the other.
    static let lost = (station: "music3", from: 1_500.0, to: 1_620.0)

    private(set) var messages: [Message] = []
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        for station in Self.stations {
            broadcast(station.id, hasProgrammes: station.feed.type == "exec")
        }
        messages.removeAll {
            $0.station == Self.lost.station && $0.at > Self.lost.from && $0.at < Self.lost.to
        }
        // Messages of one instant stay in the order of their stations.
        messages = messages.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    private mutating func broadcast(_ station: String, hasProgrammes: Bool) {
        var start = -Double.random(in: 0...300, using: &generator)
        var row = 0
        while start < Self.length {
            row += 1
            let duration = Double(Int.random(in: 120...360, using: &generator))
            publish(row, of: station, from: start, for: duration, hasProgrammes: hasProgrammes)
            start += duration
        }
    }

    /// One track, from its beginning to its end.
    private mutating func publish(
        _ row: Int, of station: String, from start: Double, for duration: Double,
        hasProgrammes: Bool
    ) {
        var time = max(start + .random(in: 0.2...1.5, using: &generator), 1)
        while time < min(start + duration, Self.length) {
            let text =
                hasProgrammes
                ? report(row, at: time, from: start, for: duration)
                : push(row, of: station, at: time, from: start, for: duration)
            messages.append(Message(at: time, station: station, text: text))
            time += .random(in: 10...20, using: &generator)
        }
    }

    private mutating func push(
        _ row: Int, of station: String, at time: Double, from start: Double, for duration: Double
    ) -> String {
        let clock = (Timestamp.at(time).seconds).rounded(.down)
        let begun = Timestamp.at(start).seconds
        let elapsed = clock - begun + .random(in: -1...1, using: &generator)
        return Publication(
            station: station, title: "Track \(row)", artist: "Artist \(row % 7)", row: row,
            playedAt: begun, elapsed: max(elapsed.rounded(), 0), duration: duration,
            listeners: .random(in: 0...200, using: &generator),
            history: (max(1, row - 5)..<row).reversed().map { "Track \($0)" },
            next: "Track \(row + 1)", currentTime: Int(clock)
        ).push
    }

    private mutating func report(
        _ row: Int, at time: Double, from start: Double, for duration: Double
    ) -> String {
        var report = ProgramReport("Item \(row)", at: start, for: duration)
        report.kind = row.isMultiple(of: 3) ? "news" : "talk"
        report.listeners = .random(in: 0...200, using: &generator)
        let begun = (time / 1_800).rounded(.down) * 1_800
        report.programme = ("Show \(Int(begun / 1_800))", begun, begun + 1_800)
        return report.text
    }
}
