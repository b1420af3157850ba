import HeapModule
import NowPlaying

/// Stations that come and go while subscriptions last.
extension FanOut {
    /// A station is gone: whoever may hold something of it is to be told at once.
    mutating func stationRemoved(_ station: StationIndex, at revision: Revision, now: Instant) {
        for id in everywhere { oweRemoval(id, of: station, at: revision, now: now) }
        for id in chosen[station] ?? [] { oweRemoval(id, of: station, at: revision, now: now) }
    }

    /// Owes a subscription to be told that a station is gone, if it may hold something of it.
    mutating func oweRemoval(
        _ id: SubscriptionID, of station: StationIndex, at revision: Revision, now: Instant
    ) {
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: station)
        else { return }
        subscriptions[place].stationRemoved(position, at: revision)
        plan(place, position, isUrgent: true, at: now)
    }

    /// Notes that a client that comes back may hold an older document of a station.
    mutating func holdOlder(_ id: SubscriptionID, _ station: StationIndex) {
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: station)
        else { return }
        subscriptions[place].holdOlder(position)
    }

    // MARK: Places

    /// How many pairs there will be once there are so many places.
    func pairCount(for placeCount: Int) -> Int {
        pairCount + everywhere.count * (placeCount - self.placeCount)
    }

    /// Has subscriptions to all stations cover all places, of which there are more now.
    mutating func extend(to placeCount: Int) {
        pairCount = pairCount(for: placeCount)
        self.placeCount = placeCount
        for id in everywhere { subscriptions.change(id) { $0.extend(to: placeCount) } }
    }

    /// Stations that somebody has named, or of which somebody is still to be told something.
    var neededPlaces: Set<StationIndex> {
        var needed = Set(chosen.keys)
        for id in everywhere { needed.formUnion(subscriptions[id]?.owedStations ?? []) }
        return needed
    }

    /// Other stations will have these places.
    mutating func vacate(_ stations: Set<StationIndex>) {
        for id in everywhere {
            guard let place = subscriptions.place(of: id) else { continue }
            for station in stations {
                let position = subscriptions[place].position(of: station)
                if let position { subscriptions[place].vacate(position) }
            }
        }
    }

    /// Forgets the times of pairs whose stations are gone, and of subscriptions that have ended.
    mutating func forgetWaits(for stations: Set<StationIndex>) {
        waits = Heap(
            waits.unordered.filter { wait in
                guard let subscription = subscriptions[wait.subscription] else { return false }
                guard let station = subscription.station(at: wait.position) else { return true }
                return !stations.contains(station)
            })
    }
}
