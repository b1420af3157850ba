import NowPlaying

/// What all conversations of a server know: its stations, and what they have on air.
struct StationBoard: Sendable {
    /// What chance is made of.
    var generator: SeededGenerator
    /// How many times as fast as usual clients' deadlines come.
    let haste: Double
    private var monitors: [StationMonitor]
    private let indices: [String: Int]
    /// Stations that are treated as if nobody knew them.
    private var forgotten: Set<Int> = []

    /// The board of these stations, by their short codes.
    init(stations: [SimulatedStation], seed: UInt64, haste: Double, at now: Timestamp) {
        self.haste = haste
        generator = SeededGenerator(seed: seed)
        monitors = stations.map { StationMonitor(station: $0, at: now) }
        indices = Dictionary(
            stations.enumerated().map { ($0.element.shortcode, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// How many stations there are.
    var count: Int { monitors.count }

    /// The place of the station with this short code.
    func index(ofStationWith shortcode: some StringProtocol) -> Int? {
        indices[String(shortcode)]
    }

    /// A station.
    func station(at index: Int) -> SimulatedStation { monitors[index].station }

    /// When what a station plays will next change.
    mutating func nextTransition(ofStationAt index: Int, at now: Timestamp) -> Timestamp {
        monitors[index].tune(to: now)
        return monitors[index].broadcast.until
    }

    /// A station's state; `nil` while nobody knows the station.
    mutating func state(ofStationAt index: Int, at now: Timestamp) -> StationState? {
        guard !forgotten.contains(index) else { return nil }
        monitors[index].tune(to: now)
        return StationState(
            index: index, station: monitors[index].station,
            broadcast: monitors[index].broadcast, listeners: monitors[index].listeners(at: now),
            time: now)
    }

    /// Treats a station as one that nobody knows.
    mutating func forget(stationAt index: Int) {
        forgotten.insert(index)
    }

    /// Ends that.
    mutating func remember(stationAt index: Int) {
        forgotten.remove(index)
    }
}

/// A station at one time, as all protocols tell of it.
struct StationState: Sendable {
    /// Its place among the stations.
    let index: Int
    let station: SimulatedStation
    let broadcast: Broadcast
    let listeners: Listeners
    /// When the state is told.
    let time: Timestamp
}
