import NowPlaying

extension Timeline.Keeping {
    /// What a hub with this configuration keeps of each station: as much as its sessions can go
    /// back, and each station's share of what all together may have.
    init(_ configuration: HubConfiguration, _ limits: Shared<Limits>, isRemembered: Bool) {
        let longest =
            configuration.allSessions.values.map(\.rewindWindow).max() ?? limits.timelineWindow
        window = longest.clamped(from: limits.timelineWindowMin, to: limits.timelineWindow)
        let share = limits.timelineElementsTotal / max(1, configuration.stations.count)
        spans = max(limits.timelineElementsMin, min(limits.timelineElements, share))
        self.isRemembered = isRemembered
    }
}
