import NowPlaying

/// Players, and everyone who listens to what they do: what the protocols of players share.
struct PlayerServer<Session: PlayerSession>: SimulatedProtocol {
    static var usualPeriod: ClosedRange<Interval>? { Session.usualPeriod }
    static var subprotocols: [String] { [] }

    private var players: PlayerBank
    private var sessions: [ClientID: Session] = [:]
    /// What was last told of each player.
    private var told: [PlayerState]
    private let seed: UInt64

    init(stations: [SimulatedStation], seed: UInt64, haste: Double, at now: Moment) {
        var players = PlayerBank(
            stations: stations, variesRate: Session.variesRate, haste: haste, at: now.wall)
        told = stations.indices.map { players.state(of: $0, at: now.wall) }
        self.players = players
        self.seed = seed
    }

    func target(of station: SimulatedStation) -> RequestTarget { Session.target(of: station) }

    func settings(of station: SimulatedStation) -> [FarmSetting] {
        Session.settings(of: station)
    }

    mutating func connected(
        _ client: ClientID, to target: RequestTarget, at now: Moment
    ) -> [SessionAction] {
        var generator = SeededGenerator(seed: seed, stream: client.number)
        let session = Session(target: target, identity: generator.next(), players: players)
        guard var session else { return [.abort] }
        let actions = session.opened(&players, at: now)
        sessions[client] = session
        return actions
    }

    mutating func received(
        _ message: [UInt8], from client: ClientID, at now: Moment
    ) -> [SessionAction] {
        sessions[client]?.received(message, &players, at: now) ?? []
    }

    mutating func woken(_ client: ClientID, at now: Moment) -> [SessionAction] {
        sessions[client]?.woken(at: now) ?? []
    }

    mutating func disconnected(_ client: ClientID) {
        sessions[client] = nil
    }

    mutating func publish(stationAt index: Int, at now: Moment) -> [Publication] {
        players.remember(index)
        let state = players.state(of: index, at: now.wall)
        let change = PlayerChange(old: told[index], new: state)
        told[index] = state
        return clients(ofStationAt: index).map { client in
            let messages = sessions[client]?.messages(for: change, of: index, players) ?? []
            return Publication(messages: messages, recipients: [client])
        }
    }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp {
        players.nextTransition(of: index, at: now.wall)
    }

    func clients(ofStationAt index: Int) -> [ClientID] {
        sessions.filter { $0.value.hears(index, of: players) }.keys.sorted { $0.number < $1.number }
    }

    mutating func end(_ client: ClientID, code: UInt16, reason: String) -> [SessionAction] {
        let farewell = sessions[client]?.farewell
        sessions[client] = nil
        return (farewell.map { [.send($0)] } ?? []) + [.close(code: code, reason: reason)]
    }

    /// RFC 6455, section 7.4.1: 1001 is a server going down.
    mutating func shutDown(_ client: ClientID) -> [SessionAction] {
        end(client, code: 1001, reason: "")
    }

    /// Players remember nothing that a restart could lose.
    mutating func restart(stationsAt indices: [Int], at now: Moment) {}

    mutating func forget(stationAt index: Int) {
        players.forget(index)
    }
}
