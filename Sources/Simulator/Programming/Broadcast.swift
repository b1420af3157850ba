public import NowPlaying

/// The broadcast of a station: everything that stays the same until the next transition.
public struct Broadcast: Hashable, Sendable {
    /// A person's time on air.
    public struct Show: Hashable, Sendable {
        /// The name under which the person broadcasts.
        public var streamer: String
        /// The time at which the person took over from automation.
        public var startedAt: Timestamp
        /// There is a picture of the person.
        public var hasPicture: Bool
    }

    /// A track with its place in time.
    public struct Item: Hashable, Sendable {
        /// A number that grows with each item of the station, possibly by more than one.
        public var number: Int64
        /// The track that is played.
        public var track: SimulatedTrack
        /// The time of its start.
        public var startsAt: Timestamp
        /// Its length.
        public var length: Interval
        /// The show that it is part of; `nil` under automation.
        public var show: Show?
    }

    /// The track that automation has ready.
    public struct Next: Hashable, Sendable {
        /// The track.
        public var track: SimulatedTrack
        /// Its length.
        public var length: Interval
        /// The time at which automation chose it.
        public var cuedAt: Timestamp
        /// The time for which automation planned it; long past during a show.
        public var expectedAt: Timestamp
    }

    /// The current item; `nil` while the station is off the air.
    public var current: Item?
    /// The track that automation has ready; during a show, another follows.
    public var next: Next
    /// The items that were played before, newest first.
    public var history: [Item]
    /// The time of its beginning.
    public var since: Timestamp
    /// The time of its end: the next transition.
    public var until: Timestamp

    /// True if anything is on air.
    public var isOnline: Bool { current != nil }
    /// The show that is on; `nil` under automation and off the air.
    public var show: Show? { current?.show }
}

/// One invented piece of music.
public struct SimulatedTrack: Hashable, Sendable {
    /// The artist.
    public var artist: String
    /// The title.
    public var title: String
    /// The album that it is on; empty when it is on none.
    public var album: String
    /// The kind of music; empty when unknown.
    public var genre: String

    /// Artist and title in one line, as playout systems put them into a stream.
    public var text: String { "\(artist) - \(title)" }
}
