import Feeds
package import NowPlaying
package import Support
import Protocols

/// All links, and the link of each station.
///
/// Stations whose feeds differ only in the station's name share links, as many as the feed type
/// allows, in the order of the config; a server that finds them too many gets half as many.
package struct LinkTable: Sendable {
    private let limits: Box<Limits>
    private let isReplay: Bool
    private var links = SlotMap<Link>()
    private var slots: [LinkID: Slot<Link>] = [:]
    private var places: [StationIndex: LinkID] = [:]
    /// The number of stations per connection for servers that do not take the usual number.
    private var capacities: [Route: Int] = [:]
    private var lastNumber = 0

    package init(limits: Box<Limits>, isReplay: Bool) {
        self.limits = limits
        self.isReplay = isReplay
    }

    /// All links, in the order in which they were made.
    package var ids: [LinkID] { slots.keys.sorted() }

    /// The number of links.
    package var count: Int { links.count }

    /// A link; `nil` once it is gone.
    package subscript(id: LinkID) -> Link? { slots[id].map { links[$0] } }

    /// The slot of a link, if it exists.
    package func slot(of id: LinkID) -> Slot<Link>? { slots[id] }

    /// The link of a slot that `slot(of:)` gave.
    package subscript(slot: Slot<Link>) -> Link {
        _read { yield links[slot] }
        _modify { yield &links[slot] }
    }

    /// The link that a station is on.
    package func link(of station: StationIndex) -> LinkID? { places[station] }

    /// The links that stations are on, in the order in which they were made.
    package func links(of stations: some Sequence<StationIndex>) -> [LinkID] {
        Set(stations.compactMap { places[$0] }).sorted()
    }

    // MARK: Making

    /// Makes links for stations that have none.
    ///
    /// - Returns: The new links.
    package mutating func connect(
        _ stations: [StationIndex], in store: StationStore
    ) -> [LinkID] {
        var groups: [(route: Route, stations: [StationIndex])] = []
        var known: [Route: Int] = [:]
        for station in stations where places[station] == nil {
            let route = Route(store.configuration(of: station))
            if let group = known[route] {
                groups[group].stations.append(station)
            } else {
                known[route] = groups.count
                groups.append((route, [station]))
            }
        }
        return groups.flatMap { makeLinks(on: $0.route, for: $0.stations, in: store) }
    }

    private mutating func makeLinks(
        on route: Route, for stations: [StationIndex], in store: StationStore
    ) -> [LinkID] {
        let capacity = capacities[route] ?? route.type.stationsPerLink
        return stride(from: 0, to: stations.count, by: capacity).map { start in
            let end = min(start + capacity, stations.count)
            return makeLink(on: route, for: Array(stations[start..<end]), in: store)
        }
    }

    private mutating func makeLink(
        on route: Route, for stations: [StationIndex], in store: StationStore
    ) -> LinkID {
        lastNumber += 1
        let id = LinkID(number: lastNumber)
        let feeds = stations.map { store.configuration(of: $0).feed }
        let link = Link(
            LinkIdentity(id: id, route: route, stations: stations),
            machine: route.type.makeMachine(feeds), isReplay: isReplay, limits: limits)
        slots[id] = links.insert(link)
        for station in stations { places[station] = id }
        return id
    }

    // MARK: Ending

    /// Takes a link out; its stations have none from then on.
    package mutating func remove(_ id: LinkID) {
        guard let link = slots.removeValue(forKey: id).map({ links.remove($0) }) else { return }
        for station in link.identity.stations { places[station] = nil }
    }

    /// Forgets the capacities of servers to which no link leads any more.
    package mutating func forgetUnusedRoutes() {
        guard !capacities.isEmpty else { return }
        let used = Set(links.slots.map { links[$0].identity.route })
        capacities = capacities.filter { used.contains($0.key) }
    }

    /// Halves the number of stations per connection, because the server of this link takes fewer.
    ///
    /// - Returns: True if fewer are possible.
    package mutating func halveCapacity(of link: Box<LinkIdentity>) -> Bool {
        guard link.stations.count > 1 else { return false }
        capacities[link.route] = (link.stations.count + 1) / 2
        return true
    }
}
