import NowPlaying

/// An upstream of this config.
struct Upstream: Sendable {
    /// The stations that are read from it, in the order of the config.
    var stations: [String]
    /// This member's links to it are dialled.
    var isHeld = false
    /// The writes that this member has to make before it may dial, since it owns the upstream.
    var fence: Fence?
    /// A write of its owner's key is on its way.
    var write: WriteID?
    /// Its owner begins another term, by which members that read a station from elsewhere, and have
    /// yielded it, know: a reload has taken one from it, or the store has another life, and perhaps
    /// a term of before such a reload.
    var needsTerm = false
    /// This member has just come, or was refused, and claims nothing before this.
    var barredUntil: Instant?
    /// The time since which no living member owns it.
    var vacantSince: Instant?
    /// Members that were to own it and did not claim it: their configs may lack it.
    var passedOver: Set<MemberIdentity> = []

    /// This member reads it, or is about to.
    var isTaken: Bool { isHeld || fence != nil }

    /// The first write of each station's key in a term: it is refused where a former owner has
    /// written since, and it has all later writes of that one refused.
    struct Fence: Equatable, Sendable {
        let term: UInt64
        /// The stations whose first write is not stored yet.
        var unwritten: Set<String>
    }

    /// The value of an owner's key.
    struct Owner: Equatable, Sendable {
        /// `nil` where the last one has released it.
        var member: MemberIdentity?
        /// The revision of the key: the term of the owner, a fencing token.
        var term: UInt64
    }
}

/// A member's knowledge of a station's key, and the state that it has to write there.
struct StationRecord: Sendable {
    var upstream: UpstreamID
    /// The last revision that is known of the key; 0 for none.
    var revision: UInt64 = 0
    /// The last revision that the watch has told.
    var lastWatched: UInt64 = 0
    /// The state that is served.
    var served = Served()
    /// The first write in a term is to follow from the state at this revision, which the watch has
    /// not told yet.
    var awaited: UInt64?
    /// A link of this member reads it.
    var isLinked = false
    /// No watch tells any more what the store has of it, which is to be read.
    var isUntold = false
    /// The newest state that is not written. Older ones are not kept: the newest is what counts.
    var pending: [UInt8]?
    /// The write that is on its way, or of which the outcome is read back.
    var inFlight: (id: WriteID, payload: [UInt8], expecting: UInt64)?
    /// It stands in the queue of stations with something to write.
    var isQueued = false
    /// The store did not take the last state, which was said.
    var isTooLarge = false
    /// No member was seen to read it.
    var doubt: Doubt?
    /// Clients are served that no member reads it.
    var isUnread: Bool { doubt?.isTold == true }
    /// The state that is served was read from another upstream.
    var isServedElsewhere: Bool { served.upstream.map { $0 != upstream } ?? false }

    /// A time in which no member was seen to read a station.
    struct Doubt: Sendable {
        let since: Instant
        /// The revision that was served when it began. An owner that comes back writes its stations
        /// anew: what is served of them is true from then on.
        var served: UInt64
        /// The time since which the owner is present again.
        var readSince: Instant?
        /// Clients are served that no member reads it.
        var isTold = false
    }

    /// The right by which a state was written, and its revision.
    struct Served: Sendable {
        var upstream: UpstreamID?
        var term: UInt64 = 0
        var revision: UInt64 = 0
    }

    /// Clients are served nothing of the store's yet.
    mutating func beginEpoch() {
        served = Served()
        doubt?.served = 0
    }

    /// The station is another member's to write. What is on its way has no say in a later term.
    mutating func giveUp() {
        (pending, awaited, inFlight) = (nil, nil, nil)
        isLinked = false
    }

    /// Another life of the store begins: what is known of the key does not hold any more.
    mutating func disconnected() {
        (revision, pending, inFlight, isQueued) = (0, nil, nil, false)
        (lastWatched, awaited, isUntold) = (0, nil, false)
    }

    /// Clients are served what this member's links make. What they made before is not written.
    mutating func goAlone() {
        (pending, awaited, inFlight, doubt) = (nil, nil, nil, nil)
        if isLinked { diverge() }
    }

    /// Clients are served something else than the store has.
    mutating func diverge() {
        (served, isUntold) = (Served(), true)
    }
}
