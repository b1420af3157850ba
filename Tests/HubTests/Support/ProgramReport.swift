import Feeds
import Hub
import NowPlaying

@testable import Sessions
@testable import Stations

/// The report of a station that is read by a program of the user's own. It has everything that a
/// state can hold; times are in seconds after the start.
struct ProgramReport {
    var title: String?
    var artist: String?
    var kind: String?
    var startedAt: Double?
    var duration: Double?
    /// The show, from when to when.
    var programme: (title: String, from: Double, to: Double)?
    var isOnline = true
    var listeners: Int?
    var next: String?

    init(_ title: String?, at startedAt: Double? = nil, for duration: Double? = nil) {
        self.title = title
        self.startedAt = startedAt
        self.duration = duration
    }

    /// The line that says it.
    var text: String {
        var members = [#""online":\#(isOnline)"#]
        if let title {
            var track = [#""title":"\#(title)""#, #""id":"\#(title)""#]
            if let artist { track.append(#""artist":"\#(artist)""#) }
            if let kind { track.append(#""kind":"\#(kind)""#) }
            if let startedAt { track.append(#""startedAt":\#(Self.time(startedAt))"#) }
            if let duration { track.append(#""duration":\#(duration)"#) }
            members.append(#""track":{\#(track.joined(separator: ","))}"#)
        }
        if let programme {
            members.append(
                #""programme":{"title":"\#(programme.title)","startsAt":\#(Self.time(programme.from)),"endsAt":\#(Self.time(programme.to))}"#
            )
        }
        if let next { members.append(#""next":{"title":"\#(next)"}"#) }
        if let listeners { members.append(#""listeners":{"current":\#(listeners)}"#) }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func time(_ seconds: Double) -> Double { Timestamp.at(seconds).seconds }
}

extension StationConfiguration {
    /// A station that is read by a program of the user's own.
    ///
    /// - Parameter streams: The ids of its streams, and by how many seconds each is behind.
    static func program(
        _ id: String, streams: KeyValuePairs<String, Int64>
    ) -> StationConfiguration {
        var station = program(id, streams: streams.map(\.key))
        for (place, stream) in streams.enumerated() {
            station.streams[place].delay = .seconds(stream.value)
        }
        return station
    }

    /// A station that is read by a program of the user's own.
    static func program(_ id: String, streams: [String] = []) -> StationConfiguration {
        var feed = Feed(type: "exec", url: "")
        feed.settings["command"] = .text("tell \(id)")
        var station = StationConfiguration.reading(feed, as: id)
        station.name = "Radio \(id)"
        station.streams = streams.map { Stream(id: $0, name: "To \($0)", url: "https://\($0)") }
        return station
    }
}

extension World {
    /// Stations that are read by programs, on air with a title each.
    static func programs(
        _ stations: [StationConfiguration] = ["one", "two", "three"].map { .program($0) },
        sessions: [String: SessionConfiguration] = [:], restored: RestoredState? = RestoredState(),
        journal: JournalParts = []
    ) -> World {
        let configuration = HubConfiguration(stations: stations, sessions: sessions)
        let world = World(configuration, journal: journal, restored: restored)
        for station in stations {
            world.open(station.id)
            world.say(ProgramReport("Song of \(station.id)", at: 0), from: station.id)
        }
        return world
    }

    func say(_ report: ProgramReport, from station: String = "one") {
        hear(report.text, from: station)
    }

    /// Lets time pass until so many seconds after the start.
    func run(to seconds: Double) { run(until: .at(seconds)) }
}

extension SessionConfiguration {
    static func make(
        rates: [Double] = [1], window: Interval = .seconds(5 * 3_600), pauses: Bool = false
    ) -> SessionConfiguration {
        var session = SessionConfiguration()
        session.rates = rates
        session.rewindWindow = window
        session.pauseOnDisconnect = pauses
        return session
    }
}
