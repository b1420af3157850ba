/// What a link is, whatever happens on it.
struct LinkIdentity: Sendable {
    let id: LinkID
    /// Where it leads.
    let route: Route
    /// The address that it leads to, for people.
    let url: String
    /// The stations that it serves, by their places.
    let stations: [StationIndex]

    init(id: LinkID, route: Route, stations: [StationIndex]) {
        self.id = id
        self.route = route
        url = route.publicAddress
        self.stations = stations
    }
}
