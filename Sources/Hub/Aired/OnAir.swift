import NowPlaying

/// The element of a log that is on air, and what tells it from another play of the same track.
struct OnAir: Sendable {
    /// The element's id.
    let id: String
    /// The hash value of that.
    let idHash: Int
    /// The id of the track as it is presented, which differs where the element was known before
    /// under another.
    var trackID: String
    /// Where its position was 0 by what was reported last: a seek and a pause move that.
    private(set) var anchoredAt: Timestamp?
    /// It plays at rate 1.
    private(set) var isSteady: Bool
    /// Another start is not a better one: only the first is when it began.
    private(set) var keepsStart = false
    /// Until when another text counts as its correction.
    var correctableUntil: Timestamp?

    /// An element that is on air from now on.
    init(_ airing: Airing, id: String) {
        self.id = id
        idHash = id.hashValue
        trackID = airing.track.id
        anchoredAt = airing.startedAt
        isSteady = airing.isSteady
        follow(airing)
    }

    /// Takes what is reported of it while it goes on.
    mutating func follow(_ airing: Airing) {
        anchoredAt = airing.startedAt
        isSteady = airing.isSteady
        keepsStart = keepsStart || airing.isPlayer || !airing.isSteady
    }

    /// The wall clock was set forward (or, if negative, back) by `step`.
    mutating func clockStepped(by step: Interval) {
        correctableUntil = nil
        anchoredAt = anchoredAt.map { $0 + step }
    }
}
