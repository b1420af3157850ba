package import Feeds
package import NowPlaying

/// Something that happened to a station.
package enum StationInput: Sendable {
    /// Its link's connection stands.
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
    /// A deadline may have passed.
    case woke
    /// The wall clock was set forward (or, if negative, back) by so much.
    case clockStepped(by: Interval)
    /// The config says something else of it; what was heard of it still holds.
    case reconfigured(StationConfiguration)
    /// The config has it read from elsewhere: it begins anew.
    case restarted(StationConfiguration)
    /// So much of its past is kept from now on.
    case keeping(Timeline.Keeping)
    /// An earlier life of the hub noted this of it.
    case restored(StationTimeline)
    /// The hubs of the cluster have heard this of it.
    case merged(StationTimeline)
    /// A recording has ended: that it says nothing more means nothing.
    case recordingEnded
    /// Another hub reads it: this is to be shown, as it is.
    case adopted(SharedStation)
    /// Nothing is heard any more of the hub that reads it.
    case abandoned(StationConnection.Reason)
    /// The hub that reads it is heard of again, and has told nothing else.
    case confirmed
    /// This hub reads it from now on, in place of another.
    case takenOver

    /// What the config says of it from now on; `nil` where it says nothing new.
    package var configuration: StationConfiguration? {
        switch self {
        case .reconfigured(let configuration), .restarted(let configuration): configuration
        default: nil
        }
    }
}

/// What an input changed of a station.
package struct StationChange: Sendable {
    /// What the station plays from now on.
    package let snapshot: StationSnapshot
    /// Which parts of it are others; none where only the timeline is another.
    package let parts: StateParts
    /// The state of the connection before.
    package let stateBefore: StationConnection.State
    /// What is to be kept on disk.
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
