extension ListeningSession {
    /// The newest moment of the broadcast that this listener can hear at a time: streams are behind
    /// the station's main one.
    public func liveEdge(at time: Timestamp) -> Timestamp { time - streamDelay }

    /// The longest time for which elements that have left a rewind window stay in lists.
    public static let windowGraceMax = Interval.seconds(600)

    /// The time for which elements that have left the rewind window stay in lists where nothing new
    /// begins: the lists do not change for that alone.
    public var windowGrace: Interval { min(Self.windowGraceMax, rewindWindow * 0.1) }

    /// The time at which the part heard at `time` was broadcast, by the clock of the main stream.
    public func broadcastTime(at time: Timestamp) -> Timestamp {
        let isMoving = state == .playing
        switch position {
        case .live:
            return liveEdge(at: isMoving ? time : min(time, since))
        case .rewound(let rewound):
            return isMoving ? rewound.heard + (time - rewound.asOf) * rate : rewound.heard
        }
    }
}
