import NowPlaying

/// One client of a Volumio player: socket.io 1.7, which is Engine.IO 3.
///
/// Each player is a server of its own; here the first step of the path tells them apart.
struct VolumioSession: PlayerSession {
    private var engine = EngineIOSession(.three)
    private var generator: SeededGenerator
    private let haste: Double
    private let player: Int

    static func target(of station: SimulatedStation) -> RequestTarget {
        RequestTarget(
            path: "/\(station.shortcode)/socket.io/", query: EngineIOSession.Revision.three.query)
    }

    static func settings(of station: SimulatedStation) -> [FarmSetting] { [] }

    init?(target: RequestTarget, identity: UInt64, players: PlayerBank) {
        guard let player = players.index(inPath: target.path, before: "socket.io/"),
            EngineIOSession.Revision.three.accepts(target.query)
        else { return nil }
        self.player = player
        generator = SeededGenerator(seed: identity)
        haste = players.haste
    }

    mutating func opened(_ players: inout PlayerBank, at now: Moment) -> [SessionAction] {
        engine.opened(using: &generator, haste: haste)
    }

    mutating func received(
        _ message: [UInt8], _ players: inout PlayerBank, at now: Moment
    ) -> [SessionAction] {
        let (outcome, actions) = engine.received(message, using: &generator)
        guard outcome == .event("getState") else { return actions }
        let state = players.state(of: player, at: now.wall)
        return actions + [.send(push(state, players))]
    }

    mutating func woken(at now: Moment) -> [SessionAction] { engine.woken() }

    func hears(_ player: Int, of players: PlayerBank) -> Bool { player == self.player }

    mutating func messages(
        for change: PlayerChange, of player: Int, _ players: PlayerBank
    ) -> [[UInt8]] {
        [push(change.new, players)]
    }

    var farewell: [UInt8]? { EngineIOSession.endPacket }

    private func push(_ state: PlayerState, _ players: PlayerBank) -> [UInt8] {
        let station = players.station(player)
        return EngineIOSession.event(
            "pushState", VolumioState(state: state, station: station).json)
    }
}

extension PlayerBank {
    /// The player that the first step of a path names, where the rest of it is this.
    func index(inPath path: String, before rest: String) -> Int? {
        let steps = path.dropFirst().split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard path.hasPrefix("/"), steps.count == 2, steps[1] == rest else { return nil }
        return index(of: steps[0])
    }
}
