public import NowPlaying

/// What a station has on air: everything that stays the same until the next transition.
public struct Broadcast: Hashable, Sendable {
    /// A person's time on air.
    public struct Show: Hashable, Sendable {
        /// The name under which the person broadcasts.
        public var streamer: String
        /// When the person took over from automation.
        public var startedAt: Timestamp
        /// There is a picture of the person.
        public var hasPicture: Bool
    }

    /// A track with its place in time.
    public struct Item: Hashable, Sendable {
        /// Grows with each item that the station puts on air; other stations' may lie between.
        public var number: Int64
        /// What is played.
        public var track: SimulatedTrack
        /// When it began.
        public var startsAt: Timestamp
        /// How long it lasts.
        public var length: Interval
        /// The show that it is part of; `nil` under automation.
        public var show: Show?
    }

    /// What automation has ready.
    public struct Next: Hashable, Sendable {
        /// What would be played.
        public var track: SimulatedTrack
        /// How long it lasts.
        public var length: Interval
        /// When automation chose it.
        public var cuedAt: Timestamp
        /// When automation meant to play it; long past during a show.
        public var expectedAt: Timestamp
    }

    /// What plays; `nil` while the station is off the air.
    public var current: Item?
    /// What automation has ready; it is not what follows a live track.
    public var next: Next
    /// What played before, newest first.
    public var history: [Item]
    /// When this came to be.
    public var since: Timestamp
    /// When it ends: the next transition.
    public var until: Timestamp

    /// Whether anything is on air.
    public var isOnline: Bool { current != nil }
    /// The show that is on; `nil` under automation and off the air.
    public var show: Show? { current?.show }
}

/// One invented piece of music.
public struct SimulatedTrack: Hashable, Sendable {
    /// The artist.
    public var artist: String
    /// What it is called.
    public var title: String
    /// The album that it is on; empty when it is on none.
    public var album: String
    /// The kind of music; empty when unknown.
    public var genre: String

    /// Artist and title in one line, as playout systems put them into a stream.
    public var text: String { "\(artist) - \(title)" }
}
