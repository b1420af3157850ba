import FanOut
package import NowPlaying
package import Stations
import Views

/// Changes of sessions: by commands and reports, by stations and by time.
extension SessionBook {
    // MARK: Commands and reports

    /// Tells the followers of a session that it has changed.
    mutating func changed(
        _ index: SessionIndex, since before: ListeningSession, by cause: Cause,
        in context: inout SessionContext
    ) {
        defer { context.outputs.append(.deadlineChanged(index)) }
        guard let session = self[index]?.reported, !session.isShownAlike(before) else { return }
        showOwnStation(of: index, in: context)
        if session.station != before.station || session.stream != before.stream {
            delayStream(of: index, in: context)
        }
        context.outputs.append(.revised)
        context.outputs.append(.changed(index, nil, by: cause, isUrgent: false))
        if session.starts(after: before) {
            let others = SessionOutput.Recipients.overviewsExcept(cause.askers)
            context.outputs.append(.event(.present, of: index, to: others))
        }
        if session.restored != before.restored {
            remember(.session(session.restored), in: &context)
        }
    }

    /// Tells the followers of all sessions that something changed that each may show.
    mutating func allChanged(by cause: Cause, in context: inout SessionContext) {
        context.outputs.append(.revised)
        tellAll(by: cause, in: &context)
    }

    private mutating func tellAll(by cause: Cause, in context: inout SessionContext) {
        for index in all {
            context.outputs.append(.changed(index, nil, by: cause, isUrgent: false))
            context.outputs.append(.deadlineChanged(index))
        }
    }

    // MARK: Stations

    /// Brings all sessions up to date with stations, or settings, that are others. The revision is
    /// a new one already.
    package mutating func stationsChanged(in context: inout SessionContext) {
        retried = []
        for index in all {
            showOwnStation(of: index, in: context)
            _ = advance(index, in: &context)
        }
        tellAll(by: .mixed, in: &context)
    }

    /// Tells the sessions that show a station of a change in its published state.
    ///
    /// - Parameter isUrgent: No interval holds it back.
    package mutating func stationChanged(
        _ station: StationIndex, _ parts: StateParts, isUrgent: Bool,
        in context: inout SessionContext
    ) {
        for index in showing(station) {
            guard self[index]?.reported.station == context.stations.id(of: station) else {
                if parts.isDisjoint(with: DocumentOptions.changesOfOverviews) { continue }
                context.outputs.append(.overviewsChanged(index))
                continue
            }
            let isMoved = advance(index, in: &context)
            if isMoved { context.outputs.append(.revised) }
            // A listener behind the edge may hear any part that the timeline has learnt.
            let isBehind = self[index]?.reported.isBehind ?? false
            let changes = isMoved || isBehind ? nil : parts
            context.outputs.append(.changed(index, changes, by: .mixed, isUrgent: isUrgent))
            context.outputs.append(.deadlineChanged(index))
        }
    }

    /// Tells sessions that a station's timeline has something else than what is on air now:
    /// listeners behind the edge may hear that, and cars list it.
    package mutating func timelineRevised(
        of station: StationIndex, in context: inout SessionContext
    ) {
        let id = context.stations.id(of: station)
        for index in showing(station) where self[index]?.reported.station == id {
            _ = advance(index, in: &context)
            context.outputs.append(.changed(index, nil, by: .mixed, isUrgent: false))
            context.outputs.append(.deadlineChanged(index))
        }
    }

    // MARK: Time

    /// Handles that a session's time has come.
    package mutating func wake(_ index: SessionIndex, in context: inout SessionContext) {
        guard let state = self[index] else { return }
        if let ends = state.ends, ends <= context.now.monotonic {
            guard context.isShared(state) else { return end(index, in: &context) }
            return context.outputs.append(.abandoned(index))
        }
        if let ends = newsEnds, ends <= context.now.monotonic {
            newsEnds = nil
            allChanged(by: .mixed, in: &context)
        }
        if advance(index, in: &context) { moved(index, since: state.reported, in: &context) }
        context.outputs.append(.deadlineChanged(index))
    }

    /// Something else is heard in a session: because it moved, or further on at the same place.
    private mutating func moved(
        _ index: SessionIndex, since before: ListeningSession, in context: inout SessionContext
    ) {
        guard self[index]?.reported.isShownAlike(before) == true else {
            return changed(index, since: before, by: .mixed, in: &context)
        }
        context.outputs.append(.revised)
        context.outputs.append(.changed(index, nil, by: .mixed, isUrgent: false))
    }

    /// Brings a session up to date with its station and with time.
    ///
    /// - Returns: True if something of it changed.
    mutating func advance(_ index: SessionIndex, in context: inout SessionContext) -> Bool {
        let timeline = timeline(of: self[index]?.reported, in: context.stations)
        defer { tellOfFailure(in: index, in: &context) }
        return self[index]?.advance(in: timeline, at: context.now) == true
    }

    /// The deadline at which a session must be woken.
    package func deadline(
        of index: SessionIndex, in stations: StationStore, at now: Moment
    ) -> Instant? {
        guard let state = self[index] else { return nil }
        return earliest(
            state.deadline(in: timeline(of: state.reported, in: stations), at: now), newsEnds)
    }

    /// Notes the next time at which time alone changes a session's documents.
    package mutating func setNextStep(_ step: Timestamp?, of index: SessionIndex) {
        if step != self[index]?.nextStep { self[index]?.nextStep = step }
    }

    /// Numbers a session's next event.
    package mutating func nextEvent(of index: SessionIndex) -> Int? { self[index]?.nextEvent() }

    /// Follows the hub's wall clock, which was set.
    package mutating func clockStepped(by step: Interval, in context: SessionContext) {
        for index in all where self[index].map(context.isShared) == false {
            self[index]?.clockStepped(by: step)
        }
    }

    /// Follows the listeners' local time.
    package mutating func localTimeChanged(
        to offset: Interval, in context: inout SessionContext
    ) {
        guard offset != offsetFromUTC else { return }
        offsetFromUTC = offset
        allChanged(by: .mixed, in: &context)
    }

    /// Has a session hear its station as late as its stream is.
    mutating func delayStream(of index: SessionIndex, in context: SessionContext) {
        guard let session = self[index]?.reported else { return }
        let station = context.stations.station(of: session)
        let streams = station.map { context.stations.configuration(of: $0).streams } ?? []
        let delay = streams.first { $0.id == session.stream }?.delay ?? .zero
        self[index]?.stream(isBehindBy: delay)
    }

    /// Has all sessions hear their stations as late as their streams are.
    package mutating func delayStreams(in context: SessionContext) {
        for index in all { delayStream(of: index, in: context) }
    }
}

extension ListeningSession {
    /// True if the listener hears something else than the edge of the station's main stream.
    fileprivate var isBehind: Bool {
        position != .live || state != .playing || streamDelay > .zero
    }

    /// True if it shows the same as another, regardless of the origin of the last change.
    fileprivate func isShownAlike(_ other: ListeningSession) -> Bool {
        var other = other
        other.sender = sender
        return self == other
    }

    /// True if playback started: of another station, too.
    fileprivate func starts(after before: ListeningSession) -> Bool {
        guard state == .playing else { return false }
        return before.state != .playing || before.station != station || before.stream != stream
    }
}
