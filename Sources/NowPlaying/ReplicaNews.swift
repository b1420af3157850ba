/// News of the stations that several hubs read together, for one of these.
public enum ReplicaNews: Equatable, Sendable {
    /// These stations are to be this hub's: it is to tell the state of each once more, as its link
    /// has made it or, where there is none yet, as it is served.
    case rewrite([String])
    /// These stations are this hub's to read.
    case acquired([String])
    /// Other hubs are to read these stations.
    case released([String])
    /// A station's state at a revision, whichever hub reads it.
    case told(station: String, [UInt8], revision: Revision)
    /// The others have another state of a station than is served, which is this hub's to go on
    /// from.
    case withheld(station: String)
    /// No hub reads a station.
    case unread(station: String, reason: String)
    /// The served state of a station that no hub read is confirmed again.
    case reread(station: String)
    /// Clients are served in the epoch that all hubs share, at this revision.
    case entered(epoch: String, revision: Revision)
    /// The others cannot be reached: clients are served in an epoch of this hub's own.
    case alone(epoch: String, reason: String)
    /// Hubs have heard these plays of a station, the newest first.
    case played(station: String, [[UInt8]])
    /// All states were told, after the others were away for so long; `nil` where what they had is
    /// lost.
    case filled(away: Interval?)

    /// True if clients are served in another epoch from now on.
    package var beginsEpoch: Bool {
        switch self {
        case .entered, .alone: true
        default: false
        }
    }
}
