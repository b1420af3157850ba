extension ListeningSession {
    /// The newest moment of the broadcast that this listener can hear at a time: streams are behind
    /// the station's main one.
    public func liveEdge(at time: Timestamp) -> Timestamp { time - streamDelay }

    /// When what is heard at `time` was broadcast, by the clock of the station's main stream.
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
