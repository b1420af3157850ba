import NowPlaying

/// A player that somebody uses: it plays what a station's programme has, and is paused, moved and
/// stopped now and then. Its state follows from station and time alone.
///
/// A live show is a stream that it plays, an outage a time in which it is stopped.
struct SimulatedPlayer: Sendable {
    private let playout: Playout
    private let variesRate: Bool
    private var broadcast: Broadcast

    /// The player that plays a station's programme.
    init(station: SimulatedStation, variesRate: Bool, at now: Timestamp) {
        playout = Playout(station: station)
        self.variesRate = variesRate
        broadcast = playout.broadcast(at: now)
    }

    /// Whose programme it plays.
    var station: SimulatedStation { playout.station }

    /// What it does at `now`.
    mutating func state(at now: Timestamp) -> PlayerState {
        lookUp(at: now)
        var state = PlayerState(stoppedAt: now)
        guard let item = broadcast.current else { return state }
        state.item = item
        guard item.show == nil else {
            state.status = .playing
            state.position = max(.zero, now - item.startsAt)
            state.touchedAt = item.startsAt
            return state
        }
        let habit = PlayerHabit(itemNumber: item.number, variesRate: variesRate)
        let part = habit.parts(of: item.length).last { item.startsAt + $0.begins <= now }
        state.next = broadcast.next
        state.duration = habit.duration(of: item.length)
        state.status = part?.rate == 0 ? .paused : .playing
        state.rate = part.map { $0.rate == 0 ? 1 : $0.rate } ?? 1
        if let part {
            state.touchedAt = item.startsAt + part.begins
            let passed = (now - state.touchedAt) * part.rate
            state.position = (part.position + passed).clamped(from: .zero, to: state.duration)
        }
        return state
    }

    /// When something will next happen to it.
    mutating func nextTransition(at now: Timestamp) -> Timestamp {
        lookUp(at: now)
        guard let item = broadcast.current, item.show == nil else { return broadcast.until }
        let habit = PlayerHabit(itemNumber: item.number, variesRate: variesRate)
        let begins = habit.parts(of: item.length).map { item.startsAt + $0.begins }
        return begins.first { $0 > now } ?? broadcast.until
    }

    /// Looking up is work; what is on stays for a whole track.
    private mutating func lookUp(at now: Timestamp) {
        guard now < broadcast.since || broadcast.until <= now else { return }
        broadcast = playout.broadcast(at: now)
    }
}
