import NowPlaying

/// What a simulated player does at one moment.
struct PlayerState: Hashable, Sendable {
    /// Whether it plays.
    enum Status: Hashable, Sendable {
        case playing, paused, stopped
    }

    var status = Status.stopped
    /// What is in it; `nil` while it is stopped.
    var item: Broadcast.Item?
    /// How far into the track it is.
    var position = Interval.zero
    /// The track's length; `nil` for a stream.
    var duration: Interval?
    /// Seconds of the track for each second of playing.
    var rate = 1.0
    /// What comes next; `nil` during a stream.
    var next: Broadcast.Next?
    /// When all this was so.
    var time: Timestamp
    /// When somebody last touched it, or another track began.
    var touchedAt: Timestamp

    /// A player in which nothing is.
    init(stoppedAt time: Timestamp) {
        self.time = time
        touchedAt = time
    }

    /// How far into the track it was at another time since it was touched last.
    func position(at other: Timestamp) -> Interval {
        max(.zero, position + (other - time) * speed)
    }

    /// It plays a station's stream, which has titles but neither lengths nor what is next.
    var isStream: Bool { item?.show != nil }

    /// What tells an entry of the queue from others: for a stream, the time it was switched on.
    var entry: Int64? {
        item.map { $0.show?.startedAt.milliseconds ?? $0.number }
    }

    /// How far it moves in a second.
    var speed: Double { status == .playing ? rate : 0 }

}

/// What happened to a player between two looks at it.
struct PlayerChange: Sendable {
    let old: PlayerState
    let new: PlayerState

    /// Something else is in it, or nothing any more.
    var isOtherEntry: Bool { old.entry != new.entry }

    /// The same stream has another title.
    var isOtherTitle: Bool { !isOtherEntry && old.item?.track != new.item?.track }

    /// Another status.
    var isOtherStatus: Bool { old.status != new.status }

    /// Another rate.
    var isOtherRate: Bool { old.rate != new.rate }

    /// The same track is somewhere else than time has brought it.
    var isSeek: Bool {
        guard !isOtherEntry, old.item?.number == new.item?.number else { return false }
        let distance = new.position - old.position(at: new.time)
        return distance.magnitude > .seconds(1)
    }

    /// Anything but time.
    var isAnything: Bool {
        isOtherEntry || isOtherTitle || isOtherStatus || isOtherRate || isSeek
    }
}
