public import NowPlaying

extension SimulatedServer {
    /// Makes something go wrong now. A short code that no station has strikes nobody.
    public mutating func inject(
        _ fault: Fault, into scope: FaultScope, at now: Moment, into effects: inout [Effect]
    ) {
        guard let place = place(of: scope) else { return }
        switch fault {
        case .drop:
            effects += clients(at: place).map { .abort($0) }
        case .silence:
            faults.begin(fault, at: place)
        case .garbage:
            faults.begin(fault, at: place)
            for client in clients(at: place) {
                effects.append(.send(GarbageMessage.make(using: &generator), to: client))
            }
        case .unknownStation:
            faults.begin(fault, at: place)
            for index in stations(at: place) { wire.forget(stationAt: index) }
        case .restart:
            wire.restart(stationsAt: stations(at: place), at: now)
            end(clients(at: place), at: now, into: &effects) { $0.shutDown($1) }
        case .disconnect(let code, let reason):
            end(clients(at: place), at: now, into: &effects) {
                $0.end($1, code: code, reason: reason)
            }
        }
    }

    /// Ends the lasting faults of a station, or all that there are.
    public mutating func heal(_ scope: FaultScope) {
        guard let place = place(of: scope) else { return }
        faults.endAll(at: place)
    }

    private mutating func end(
        _ clients: [ClientID], at now: Moment, into effects: inout [Effect],
        by ending: (inout any SimulatedProtocol, ClientID) -> [SessionAction]
    ) {
        for client in clients {
            perform(ending(&wire, client), for: client, at: now, into: &effects)
        }
    }

    func place(of scope: FaultScope) -> ActiveFaults.Place? {
        switch scope {
        case .farm: .farm
        case .station(let shortcode): shortcodes[shortcode].map { .station(at: $0) }
        }
    }

    private func stations(at place: ActiveFaults.Place) -> [Int] {
        switch place {
        case .farm: shortcodes.values.sorted()
        case .station(let index): [index]
        }
    }

    private func clients(at place: ActiveFaults.Place) -> [ClientID] {
        switch place {
        case .farm: clients.keys.sorted { $0.number < $1.number }
        case .station(let index): wire.clients(ofStationAt: index)
        }
    }
}
