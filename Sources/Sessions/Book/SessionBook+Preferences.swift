import FanOut
package import NowPlaying
import Stations

/// The choices of listeners while their earlier choices are not known.
struct ChosenMeanwhile: Sendable {
    /// The stations that became favourites, or ceased to be.
    var favourites: [String: Bool] = [:]
    /// The stations were put into an order.
    var hasOrder = false

    /// Returns the earlier choices, merged with those made since, which win.
    func merge(_ chosen: Preferences, over past: Preferences) -> Preferences {
        var merged = past
        merged.favourites.removeAll { favourites[$0] != nil }
        merged.favourites += chosen.favourites
        if hasOrder { merged.order = chosen.order }
        merged.streams.merge(chosen.streams) { _, chosen in chosen }
        return merged
    }
}

/// The listeners' choices, which all sessions share, and their memory.
extension SessionBook {
    // MARK: Choosing

    /// Chooses a station's stream.
    package mutating func choose(
        _ stream: String, of station: String, _ order: SessionOrder,
        in context: inout SessionContext
    ) {
        guard preferences.streams[station] != stream else { return }
        var chosen = preferences
        chosen.streams[station] = stream
        change(chosen, by: order, in: &context)
    }

    mutating func favour(
        _ station: String, _ isOn: Bool, _ order: SessionOrder, in context: inout SessionContext
    ) throws(RequestError) {
        _ = try context.stations.known(station)
        chosenMeanwhile?.favourites[station] = isOn
        guard preferences.favourites.contains(station) != isOn else { return }
        var chosen = preferences
        if isOn {
            chosen.favourites.append(station)
        } else {
            chosen.favourites.removeAll { $0 == station }
        }
        change(chosen, by: order, in: &context)
    }

    mutating func arrange(
        _ stations: [String], _ order: SessionOrder, in context: inout SessionContext
    ) throws(RequestError) {
        var named = Set<StationIndex>(minimumCapacity: stations.count)
        for station in stations {
            guard named.insert(try context.stations.known(station)).inserted else {
                throw RequestError(
                    .invalidParameters, "station \(station) is named twice", ("station", station))
            }
        }
        chosenMeanwhile?.hasOrder = true
        guard preferences.order != stations else { return }
        var chosen = preferences
        chosen.order = stations
        change(chosen, by: order, in: &context)
    }

    private mutating func change(
        _ chosen: Preferences, by order: SessionOrder, in context: inout SessionContext
    ) {
        guard context.areShared else { return adopt(chosen, by: order.cause, in: &context) }
        let sender = order.cause.origin.name
        context.outputs.append(.proposedPreferences(chosen, sender: sender))
    }

    /// Replaces the listeners' choices.
    ///
    /// - Parameter isNews: Their loss of a favourite is shown for a while.
    package mutating func adopt(
        _ chosen: Preferences, by cause: Cause, isNews: Bool = true,
        in context: inout SessionContext
    ) {
        let before = preferences
        preferences = chosen
        if isNews, !Set(chosen.favourites).isSubset(of: before.favourites) {
            newsEnds = context.now.monotonic + limits.newsTime
        }
        if chosen.order != before.order { arrange(context.stations) }
        remember(.preferences(chosen), in: &context)
        allChanged(by: cause, in: &context)
    }

    /// The stream that a station is listened to by, unless another is named: the one that was
    /// chosen, or the only one.
    func stream(of station: StationIndex, in stations: StationStore) -> String? {
        let streams = stations.configuration(of: station).streams
        let chosen = preferences.streams[stations.id(of: station)]
        if let chosen, streams.contains(where: { $0.id == chosen }) { return chosen }
        return streams.count == 1 ? streams.first?.id : nil
    }

    /// The streams that were chosen, of those that there are.
    func chosenStreams(in stations: StationStore) -> [String: String] {
        preferences.streams.filter { station, stream in
            guard let index = stations.index(of: station) else { return false }
            return stations.configuration(of: index).streams.contains { $0.id == stream }
        }
    }

    // MARK: Memory

    /// Has a choice of listeners survive a restart. The note replaces their earlier choices, so
    /// these must be known first.
    func remember(_ change: PersistedChange, in context: inout SessionContext) {
        guard chosenMeanwhile == nil else { return }
        context.outputs.append(.remembered(change))
    }

    /// Begins with the state of the hub's earlier life.
    package mutating func begin(
        _ configured: [String: SessionConfiguration], remembering restored: RestoredState,
        in context: inout SessionContext
    ) {
        preferences = restored.preferences
        arrange(context.stations)
        configure(configured, in: &context)
        for session in restored.sessions { restore(session, in: &context) }
    }

    /// Takes the state of the hub's earlier life while the hub is running.
    ///
    /// - Parameter hasNewer: The present preferences are newer than any file.
    package mutating func restore(
        _ restored: RestoredState, hasNewer: Bool, in context: inout SessionContext
    ) {
        if let meanwhile = chosenMeanwhile {
            chosenMeanwhile = nil
            if !hasNewer {
                preferences = meanwhile.merge(preferences, over: restored.preferences)
                arrange(context.stations)
            }
            for session in restored.sessions { restore(session, in: &context) }
        }
        // The file may be a new one.
        remember(.preferences(preferences), in: &context)
        for session in all.compactMap({ self[$0]?.restored }) where session.station != nil {
            remember(.session(session), in: &context)
        }
        context.outputs.append(.revised)
        stationsChanged(in: &context)
    }

    /// Restores a session of an earlier life, unless something has been chosen in it since.
    private mutating func restore(
        _ remembered: RestoredState.Session, in context: inout SessionContext
    ) {
        guard let index = try? session(named: remembered.id, in: &context),
            self[index]?.isUntouched == true
        else { return }
        self[index]?.restore(remembered, at: context.now.wall)
        delayStream(of: index, in: context)
        showOwnStation(of: index, in: context)
    }
}
