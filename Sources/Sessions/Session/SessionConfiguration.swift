public import NowPlaying

/// Settings of a listening session.
public struct SessionConfiguration: Equatable, Sendable {
    /// The session pauses when its last subscriber goes.
    public var pauseOnDisconnect = false
    /// The furthest that a listener can go back.
    public var rewindWindow = Interval.seconds(5 * 3_600)
    /// The rates that a listener can choose, ascending.
    public var rates = [1.0]

    /// A session with the defaults.
    public init() {}
}
