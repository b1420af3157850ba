import NowPlaying

/// A server that is its clients' conversations, and tells each of the stations that it asked for.
struct SessionServer<Session: SimulatedSession>: SimulatedProtocol {
    static var usualPeriod: ClosedRange<Interval>? { Session.usualPeriod }
    static var subprotocols: [String] { Session.subprotocols }

    private var board: StationBoard
    private var sessions: [ClientID: Session] = [:]
    /// Who hears of each station, in the order of their coming.
    private var audiences: [Int: [ClientID]] = [:]

    init(stations: [SimulatedStation], seed: UInt64, haste: Double, at now: Moment) {
        board = StationBoard(stations: stations, seed: seed, haste: haste, at: now.wall)
    }

    func target(of station: SimulatedStation) -> RequestTarget {
        Session.target(of: station, at: index(of: station))
    }

    func settings(of station: SimulatedStation) -> [FarmSetting] {
        Session.settings(of: station, at: index(of: station))
    }

    private func index(of station: SimulatedStation) -> Int {
        board.index(ofStationWith: station.shortcode) ?? 0
    }

    mutating func connected(
        _ client: ClientID, to target: RequestTarget, at now: Moment
    ) -> [SessionAction] {
        guard let session = Session(client: client, to: target, board: board) else {
            return [.abort]
        }
        sessions[client] = session
        enter(client, audiencesOf: session.stations)
        return converse(with: client) { $0.opened(board: &$1, at: now) }
    }

    mutating func received(
        _ message: [UInt8], from client: ClientID, at now: Moment
    ) -> [SessionAction] {
        converse(with: client) { $0.received(message, board: &$1, at: now) }
    }

    mutating func woken(_ client: ClientID, at now: Moment) -> [SessionAction] {
        converse(with: client) { $0.woken(board: &$1, at: now) }
    }

    mutating func disconnected(_ client: ClientID) {
        guard let session = sessions.removeValue(forKey: client) else { return }
        leave(client, audiencesOf: session.stations)
    }

    mutating func publish(stationAt index: Int, at now: Moment) -> [Publication] {
        board.remember(stationAt: index)
        guard let recipients = audiences[index], !recipients.isEmpty,
            let state = board.state(ofStationAt: index, at: now.wall)
        else { return [] }
        return [Publication(messages: Session.messages(about: state), recipients: recipients)]
    }

    mutating func nextTransition(ofStationAt index: Int, at now: Moment) -> Timestamp {
        board.nextTransition(ofStationAt: index, at: now.wall)
    }

    func clients(ofStationAt index: Int) -> [ClientID] { audiences[index] ?? [] }

    mutating func end(
        _ client: ClientID, code: UInt16, reason: String
    ) -> [SessionAction] {
        let actions = sessions[client]?.end(code: code, reason: reason) ?? []
        disconnected(client)
        return actions
    }

    mutating func shutDown(_ client: ClientID) -> [SessionAction] {
        let actions = sessions[client]?.shutDown() ?? []
        disconnected(client)
        return actions
    }

    /// What these servers remember is what their stations play, which goes on.
    mutating func restart(stationsAt indices: [Int], at now: Moment) {}

    mutating func forget(stationAt index: Int) {
        board.forget(stationAt: index)
    }
}

extension SessionServer {
    private mutating func converse(
        with client: ClientID,
        _ body: (inout Session, inout StationBoard) -> [SessionAction]
    ) -> [SessionAction] {
        guard var session = sessions[client] else { return [] }
        let before = session.stations
        let actions = body(&session, &board)
        sessions[client] = session
        if session.stations != before {
            leave(client, audiencesOf: before)
            enter(client, audiencesOf: session.stations)
        }
        return actions
    }

    private mutating func enter(_ client: ClientID, audiencesOf stations: [Int]) {
        for index in stations { audiences[index, default: []].append(client) }
    }

    private mutating func leave(_ client: ClientID, audiencesOf stations: [Int]) {
        for index in stations { audiences[index]?.removeAll { $0 == client } }
    }
}
