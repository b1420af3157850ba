public import NowPlaying

/// Everything that the documents of one listening session are made of: equal snapshots, equal
/// documents.
public struct SessionSnapshot: Hashable, Sendable {
    /// The session.
    public var session: ListeningSession
    /// The stations in the config's order. If there are very many: at least the first in the
    /// listener's order, the favourites, the session's own, and those on a car's map.
    public var stations: [ListedStation]
    /// The number of stations besides these.
    public var otherStations: Int
    /// The place of the session's station among all in the listener's order, from 0; `nil` where
    /// `stations` are all there are.
    public var queueIndex: Int?
    /// The ids of stations in the listener's order; those that it does not name come after.
    public var order: [String]
    /// The ids of the favourite stations, in the listener's order of them.
    public var favourites: [String]
    /// The stream that was chosen, by the station's id.
    public var chosenStreams: [String: String]
    /// The stations that are being tried again, because a listener wanted that.
    public var reconnecting: Set<String>
    /// The state of the session's station at the moment that is heard; `nil` at the edge.
    public var presented: NowPlaying?
    /// The show that is heard.
    public var programme: AiredProgramme?
    /// The past broadcast of the session's station, up to the listener's live edge.
    public var timeline: StationTimeline
    /// The lists with news that the listener has not seen yet.
    public var news: Set<SessionCommand.BadgedList>
    /// The time by which the listener's clocks are ahead of UTC.
    public var offsetFromUTC: Interval

    /// The scene of a listener who has not done anything yet.
    public init(session: ListeningSession, stations: [ListedStation]) {
        self.session = session
        self.stations = stations
        otherStations = 0
        order = []
        favourites = []
        chosenStreams = [:]
        reconnecting = []
        timeline = StationTimeline()
        news = []
        offsetFromUTC = .zero
    }

    /// The stations in the listener's order.
    public var orderedStations: [ListedStation] {
        guard !order.isEmpty else { return stations }
        let named = stations(named: order)
        let known = Set(named.map(\.id))
        return named + stations.filter { !known.contains($0.id) }
    }

    /// The favourite stations.
    var favouriteStations: [ListedStation] { stations(named: favourites) }

    /// There is nothing to choose.
    var hasNoStations: Bool { stations.isEmpty && otherStations == 0 }

    /// The station that is listened to.
    var sessionStation: ListedStation? {
        guard let id = session.station else { return nil }
        return stations.first { $0.id == id }
    }

    /// Returns the state of a station; for the session's own, as the listener hears it.
    func heard(of station: ListedStation) -> NowPlaying {
        guard station.id == session.station else { return station.nowPlaying }
        return session.heard(of: presented ?? station.nowPlaying)
    }

    /// Each station of that name once, in the order of the names.
    private func stations(named ids: [String]) -> [ListedStation] {
        let places = Dictionary(
            stations.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var known: Set<String> = []
        return ids.compactMap { id in
            known.insert(id).inserted ? places[id].map { stations[$0] } : nil
        }
    }
}
