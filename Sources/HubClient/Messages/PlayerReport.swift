public import NowPlaying

/// The parameters of `report`: what a session's player really does.
///
/// The client that reports is the session's player until its connection ends.
public struct PlayerReport: Hashable, Sendable {
    /// The session; `nil` for the one that always is.
    public var session: String?
    /// The state of the player.
    public var state: PlaybackState
    /// The station that it plays; `nil` for the one that it was asked for.
    public var station: String?
    /// The stream that it plays.
    public var stream: String?
    /// The time at which the part that is heard was broadcast; `nil` for what is on air.
    public var position: Timestamp?
    /// Seconds of broadcast for each second.
    public var rate: Double?
    /// The reason for which it did not do what it was asked, for people.
    public var error: String?

    /// A report of a state alone.
    public init(_ state: PlaybackState, session: String? = nil) {
        self.state = state
        self.session = session
    }

    /// The parameters of the call.
    public var parameters: [String: JSONTree] {
        var parameters: [String: JSONTree] = ["state": .string(state.rawValue)]
        parameters["session"] = session.map { .string($0) }
        parameters["station"] = station.map { .string($0) }
        parameters["stream"] = stream.map { .string($0) }
        parameters["position"] = position.map { .number($0.seconds) }
        parameters["rate"] = rate.map { .number($0) }
        parameters["error"] = error.map { .string($0) }
        return parameters
    }

    /// The same report after so much time: a player that plays what was broadcast has moved on.
    func later(by time: Interval) -> PlayerReport {
        guard state == .playing, let position else { return self }
        var later = self
        later.position = position + time * (rate ?? 1)
        return later
    }
}
