import NowPlaying

/// An upstream, and who owns it.
struct Upstream: Sendable {
    /// The stations that are read from it, in the order of the config.
    var stations: [String]
    /// What the store says of its owner; `nil` where it never had one.
    var owner: Owner?
    /// This member's links to it are dialled.
    var isHeld = false
    /// The term in which this member was told to write all its states.
    var heldTerm: UInt64?
    /// A write of its owner's key is on its way.
    var write: WriteID?
    /// This member was refused, and claims nothing before this.
    var barredUntil: Instant?

    /// The value of an owner's key.
    struct Owner: Equatable, Sendable {
        /// `nil` where the last one has released it.
        var member: MemberIdentity?
        /// The revision of the key: the term of the owner, a fencing token.
        var term: UInt64
    }
}

/// What a member knows of a station's key, and what it has to write there.
struct StationRecord: Sendable {
    var upstream: UpstreamID
    /// The last revision that is known of the key; 0 for none.
    var revision: UInt64 = 0
    /// The state that is served.
    var served = Served()
    /// The newest state that is not written. Older ones are not kept: the newest is what counts.
    var pending: [UInt8]?
    /// The write that is on its way, or of which the outcome is read back.
    var inFlight: (id: WriteID, payload: [UInt8])?
    /// It stands in the queue of stations with something to write.
    var isQueued = false
    /// Another upstream's owner writes it: the configs of the members differ.
    var isForeign = false

    /// By which right a state was written, and when.
    struct Served: Sendable {
        var upstream: UpstreamID?
        var term: UInt64 = 0
        var revision: UInt64 = 0
    }

    init(upstream: UpstreamID) {
        self.upstream = upstream
    }

    /// The connection to the store is gone: what is known of the key may not hold any more.
    mutating func disconnected() {
        (revision, pending, inFlight, isQueued, isForeign) = (0, nil, nil, false, false)
    }
}
