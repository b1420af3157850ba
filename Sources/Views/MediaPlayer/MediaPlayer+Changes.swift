public import NowPlaying

extension MediaPlayer {
    /// The changes that clients with an earlier state are told.
    public struct Changes: Hashable, Sendable {
        /// The properties that are others now, in the order of `Property`; for `PropertiesChanged`.
        public var properties: [Property]
        /// True if the position has jumped; for `Seeked`.
        public var isSeeked: Bool

        /// Changes with their parts.
        public init(properties: [Property] = [], isSeeked: Bool = false) {
            self.properties = properties
            self.isSeeked = isSeeked
        }

        /// There is nothing to tell.
        public var isEmpty: Bool { properties.isEmpty && !isSeeked }
    }

    /// A track that begins is at 0 for every client, unless it is further off than this: the hub
    /// itself corrects no position for less.
    private static let lateness = Interval.seconds(3)

    /// Returns the changes since `earlier` for a client, at `now`.
    ///
    /// A position that moved on as expected is no change, nor is a later point on the same line.
    public func changes(since earlier: MediaPlayer, at now: Timestamp) -> Changes {
        let changed = Property.allCases.filter {
            $0 != .position && value(of: $0, at: now) != earlier.value(of: $0, at: now)
        }
        return Changes(properties: changed, isSeeked: isSeeked(since: earlier, at: now))
    }

    /// MPRIS expects a paused track to go on where it was, and any other to begin at 0.
    private func isSeeked(since earlier: MediaPlayer, at now: Timestamp) -> Bool {
        guard let metadata, playbackStatus != .stopped else { return false }
        let position = position(at: now)
        guard metadata.trackID == earlier.metadata?.trackID else { return position > Self.lateness }
        return (position - earlier.position(at: now)).magnitude > Anchor.tolerance
    }
}
