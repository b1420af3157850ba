import NowPlaying
import Support

/// Room for cursors, which all subscribers share. Where it is used up, those make room that use
/// most: what one client or one address takes must not keep others out.
extension FanOut {
    /// The cursors that a group's subscriptions may still add.
    func room(for group: ClientGroup) -> Int {
        let room = limits.cursors - cursorCount
        guard group != .local else { return room }
        return min(room, limits.cursors - limits.cursorsKept - webCursorCount)
    }

    private var webCursorCount: Int { cursorCount - (cursorCounts[.local] ?? 0) }

    /// The client to cut so that another one can have more cursors: the largest of those that use
    /// most; `nil` if the other one then uses as much.
    public func clientInTheWay(of client: ClientID, wanting wanted: Int) -> ClientID? {
        guard let own = slot(of: client).map({ subscribers[$0] }) else { return nil }
        let used = own.group == .local ? own.cursorCount : cursorCounts[own.group] ?? 0
        let size = { (other: Subscriber) in
            (cursorCounts[other.group] ?? 0, other.cursorCount, other.id)
        }
        let others = subscribers.slots.map { subscribers[$0] }
            .filter { $0.group != .local && $0.group != own.group && $0.cursorCount > 0 }
        guard let largest = others.max(by: { size($0) < size($1) }),
            size(largest).0 > used + wanted
        else { return nil }
        return largest.id
    }

    /// The clients to cut because there is no room for the cursors that they need now: first those
    /// that use most, of these the largest and then the latest.
    ///
    /// - Parameter mayCut: True if a client can be cut at all.
    public func clientsBeyondRoom(_ mayCut: (ClientID) -> Bool) -> [ClientID] {
        var demands = subscribers.slots.map { Demand(of: $0, in: self) }
        var beyond: [ClientID] = []
        while true {
            let total = demands.reduce(0) { $0 + $1.count }
            let web = demands.reduce(0) { $0 + ($1.group == .local ? 0 : $1.count) }
            let isWebFull = web > limits.cursors - limits.cursorsKept
            guard total > limits.cursors || isWebFull else { return beyond }
            var counts: [ClientGroup: Int] = [:]
            for demand in demands where demand.group != .local {
                counts[demand.group, default: 0] += demand.count
            }
            let candidates = demands.indices.filter {
                demands[$0].coversAll && mayCut(demands[$0].client)
                    && !(isWebFull && demands[$0].group == .local)
            }
            let size = { (place: Int) in
                let demand = demands[place]
                return (counts[demand.group] ?? demand.count, demand.count, demand.client)
            }
            guard let place = candidates.max(by: { size($0) < size($1) }) else { return beyond }
            beyond.append(demands.remove(at: place).client)
        }
    }

    /// The cursors that a client will have once its subscriptions cover all that they are to cover.
    private struct Demand {
        let client: ClientID
        let group: ClientGroup
        let count: Int
        let coversAll: Bool

        init(of slot: Slot<Subscriber>, in fanOut: FanOut) {
            let subscriber = fanOut.subscribers[slot]
            let subscriptions = subscriber.subscriptions.compactMap { fanOut.slot(of: $0) }
                .map { fanOut.subscriptions[$0] }
            client = subscriber.id
            group = subscriber.group
            coversAll = subscriptions.contains { $0.coverage == .all }
            count = subscriptions.reduce(0) {
                $0 + ($1.coverage == .all ? fanOut.subjects.stationCount : $1.cursorCount)
            }
        }
    }
}
