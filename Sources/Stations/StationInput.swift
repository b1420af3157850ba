package import Feeds
package import NowPlaying

/// Something that happened to a station.
package enum StationInput: Sendable {
    /// The connection of its link stands.
    case linkOpened
    /// The server has answered on its link's connection.
    case linkAccepted
    /// Its link was lost, or could not be made.
    case linkLost(StationConnection.Reason)
    /// The station closed its link for good.
    case linkStopped(StationConnection.Reason)
    /// The server does or does not send it.
    case subscription(SubscriptionNews)
    /// Its link was ended here, to be made anew.
    case linkReplaced
    /// Its feed reported something, by the clocks of this conversion.
    case reported(Box<Report>, ClockConversion)
    /// Its server says that what it told last still holds.
    case unchanged
    /// A deadline may have passed.
    case woke
    /// The wall clock was set forward (or, if negative, back) by so much.
    case clockStepped(by: Interval)
    /// The config has new settings for it; what was received for it still holds.
    case reconfigured(StationConfiguration)
    /// The config gives it another feed: it begins anew.
    case restarted(StationConfiguration)
    /// The amount of its past that is kept from now on.
    case keeping(Timeline.Keeping)
    /// An earlier run of the hub stored this timeline of it.
    case restored(StationTimeline)
    /// Others have heard this of it.
    case merged(StationTimeline)
    /// A recording has ended: its silence means nothing.
    case recordingEnded

    /// The same for what is told of a station: only its reader has it begin anew.
    var forReplica: StationInput {
        if case .restarted(let configuration) = self { .reconfigured(configuration) } else { self }
    }
}

/// The changes that an input made to a station.
package struct StationChange: Sendable {
    /// The station's state from now on.
    package let snapshot: StationSnapshot
    /// The parts of it that changed; none if only the timeline did.
    package let parts: StateParts
    /// The state of the connection before.
    package let stateBefore: StationConnection.State
    /// The changes to store on disk.
    package let persistedChanges: [PersistedChange]

    /// A change with its parts.
    package init(
        snapshot: StationSnapshot, parts: StateParts, stateBefore: StationConnection.State,
        persistedChanges: [PersistedChange]
    ) {
        self.snapshot = snapshot
        self.parts = parts
        self.stateBefore = stateBefore
        self.persistedChanges = persistedChanges
    }

    /// The first outcome of connecting, good or bad.
    package var isOutcome: Bool { stateBefore == .connecting && isConnectionChanged }
    /// The connection is in another state.
    package var isConnectionChanged: Bool { snapshot.nowPlaying.connection.state != stateBefore }
}
