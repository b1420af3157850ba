import NowPlaying

extension StationStore {
    func timeline(of index: StationIndex) -> StationTimeline { StationTimeline() }
}
