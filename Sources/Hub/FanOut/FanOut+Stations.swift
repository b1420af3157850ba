import HeapModule
import NowPlaying

/// Stations that come and go while subscriptions last.
extension FanOut {
    /// Stations are gone: subscriptions that may hold something of them are to be told at once.
    ///
    /// - Parameter removals: The stations with the revisions at which they were removed, in the
    ///   order of these.
    mutating func stationsRemoved(
        _ removals: [(station: StationIndex, revision: Revision)], now: Instant
    ) {
        let numbers = Dictionary(
            uniqueKeysWithValues: removals.enumerated().map { ($1.station, $0) })
        for id in subscriptions.ids {
            guard let coverage = subscriptions[id]?.coverage else { continue }
            for number in coverage.numbers(of: numbers) {
                let (station, revision) = removals[number]
                oweRemoval(id, of: station, at: revision, now: now)
            }
        }
    }

    /// Owes a subscription to be told that a station is gone, if it may hold something of it.
    mutating func oweRemoval(
        _ id: SubscriptionID, of station: StationIndex, at revision: Revision, now: Instant
    ) {
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: station)
        else { return }
        subscriptions[place].stationRemoved(position, at: revision)
        enlist(place, position)
        plan(place, position, isUrgent: true, at: now)
    }

    /// Notes that a client that comes back may hold an older document of a station.
    mutating func holdOlder(_ id: SubscriptionID, _ station: StationIndex) {
        guard let place = subscriptions.place(of: id),
            let position = subscriptions[place].position(of: station)
        else { return }
        subscriptions[place][position].mayHoldOlder = true
    }

    // MARK: Places

    /// How many pairs there will be once there are so many places.
    func pairCount(for placeCount: Int) -> Int {
        pairCount + everywhereCount * (placeCount - self.placeCount)
    }

    /// Has subscriptions to all stations cover all places, of which there are more now.
    mutating func extend(to placeCount: Int) {
        guard placeCount > self.placeCount else { return }
        let new = self.placeCount..<placeCount
        pairCount = pairCount(for: placeCount)
        self.placeCount = placeCount
        addAudiences(new.count)
        for id in everywhere {
            guard let place = subscriptions.place(of: id) else { continue }
            subscriptions[place].extend(to: placeCount)
            for position in new { enlist(place, position) }
        }
    }

    /// Subscriptions to all stations, in the order in which they were made.
    var everywhere: [SubscriptionID] {
        subscriptions.ids.filter { subscriptions[$0]?.coverage == .all }
    }

    /// Stations that a subscription names, or of which one is still to be told something.
    var neededPlaces: Set<StationIndex> {
        var needed: Set<StationIndex> = []
        for place in subscriptions.places {
            switch subscriptions[place].coverage {
            case .all: needed.formUnion(subscriptions[place].owedStations)
            case .only(let stations): needed.formUnion(stations)
            case .session: break
            }
        }
        return needed
    }

    /// Other stations will have these places.
    mutating func vacate(_ stations: Set<StationIndex>) {
        for id in everywhere {
            guard let place = subscriptions.place(of: id) else { continue }
            for station in stations {
                let position = subscriptions[place].position(of: station)
                guard let position else { continue }
                subscriptions[place].vacate(position)
                enlist(place, position)
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
