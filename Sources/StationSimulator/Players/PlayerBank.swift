import NowPlaying

/// All players of a farm.
struct PlayerBank: Sendable {
    /// How many times as fast as usual clients' deadlines come.
    let haste: Double
    private var players: [SimulatedPlayer]
    private let numbers: [String: Int]
    private var forgotten: Set<Int> = []

    /// The players that play these stations' programmes.
    init(
        stations: [SimulatedStation], variesRate: Bool, haste: Double, at now: Timestamp
    ) {
        self.haste = haste
        players = stations.map { SimulatedPlayer(station: $0, variesRate: variesRate, at: now) }
        numbers = Dictionary(
            stations.enumerated().map { ($0.element.shortcode, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The players that anybody knows of.
    var indices: [Int] { players.indices.filter { !forgotten.contains($0) } }

    /// The player of the station with this short code, whether anybody knows of it or not.
    func index(of shortcode: some StringProtocol) -> Int? { numbers[String(shortcode)] }

    /// Whose programme a player plays.
    func station(_ index: Int) -> SimulatedStation { players[index].station }

    /// What a player does; one that nobody knows of does nothing.
    mutating func state(of index: Int, at now: Timestamp) -> PlayerState {
        guard !forgotten.contains(index) else { return PlayerState(stoppedAt: now) }
        return players[index].state(at: now)
    }

    /// When something will next happen to a player.
    mutating func nextTransition(of index: Int, at now: Timestamp) -> Timestamp {
        players[index].nextTransition(at: now)
    }

    /// Nobody knows of a player, until it is remembered.
    mutating func forget(_ index: Int) {
        forgotten.insert(index)
    }

    /// It is a player like any other.
    mutating func remember(_ index: Int) {
        forgotten.remove(index)
    }
}
