package import NowPlaying

/// The times by which a cluster lives, each with its reason.
package struct ClusterTiming: Sendable {
    /// The interval at which a member writes its heartbeat.
    package var heartbeat = Interval.seconds(2)
    /// A member that was not heard for so long is dead: two heartbeats may be lost.
    package var death = Interval.seconds(6)
    /// A heartbeat that the store has not confirmed by then means that it cannot be reached.
    package var answer = Interval.seconds(2)
    /// Without the store for so long, a member goes on alone: restarts of a store are shorter.
    package var patience = Interval.seconds(2)
    /// The same for a member that has just begun, and serves nothing yet.
    package var firstPatience = Interval.seconds(2)
    /// The store is dialled again after this, less up to half of it by chance: members that have
    /// lost it together do not come back together. A member that is alone waits twice as long each
    /// time; before that each attempt may still spare its clients a cut.
    package var redial = Interval.milliseconds(500)
    /// At most after this.
    package var longestRedial = Interval.seconds(15)
    /// A store of several servers that has less than it had is looked at again after this, by
    /// another server: an outdated leader may have answered.
    package var secondLook = Interval.seconds(4)
    /// A store that has taken all writes for so long is trusted again.
    package var trust = Interval.seconds(60)
    /// After a write that the store rejected, the next ones wait for so long.
    package var rejectionPause = Interval.seconds(1)
    /// Keys that are read one by one; of more, all that the store has is asked for.
    package var readsAtOnce = 1_000
    /// Writes without an answer at once, while the store rejects some.
    package var writesOnTrial = 8
    /// A station that no member has read for so long is stale: an owner that begins has written its
    /// stations by then.
    package var unread = Interval.seconds(3)
    /// Configs that differ for so long are told: a rolling change of them is over by then.
    package var difference = Interval.seconds(60)
    /// Stations are looked at this long after something has changed: much changes at once.
    package var inspection = Interval.milliseconds(500)
    /// A store that falls silent for so long before it has told its whole state is dialled again.
    package var filling = Interval.seconds(20)
    /// All members have left a store in which none has written for so long: those without it go
    /// on alone by then.
    var desertion: Interval { max(death, patience) }
    /// The interval at which it is looked how full the store is.
    package var measure = Interval.seconds(60)
    /// The heartbeat of a member that is gone for so long is erased.
    package var mourning = Interval.seconds(3_600)
    /// A member that has just joined claims nothing before this: all others have been heard by
    /// then, also where all started at once.
    package var firstClaim = Interval.milliseconds(2_500)
    /// The time after which the rest of a deleted document is erased: every watch has told of the
    /// deletion by then.
    package var erasure = Interval.seconds(60)
    /// So many are erased at once: each takes a round trip.
    package var erasuresAtOnce = 32
    /// Epochs of the store that are known again should it be restored from a backup.
    package var epochsRemembered = 16
    /// Writes without an answer at once, in all.
    package var writesInFlight = 256
    /// The number of servers that are to keep the store's state.
    let replicas: Int

    /// - Parameter replicas: On how many servers the store's state is to be. Where one of several
    ///   dies that leads, NATS takes 4 to 9 s to elect another: a member that went on alone for so
    ///   short a time would only cut its clients twice.
    package init(replicas: Int = 1) {
        self.replicas = replicas
        if replicas > 1 { patience = .seconds(12) }
    }
}
