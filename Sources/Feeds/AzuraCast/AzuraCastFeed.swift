import NowPlaying

extension FeedType {
    /// AzuraCast's “high-performance now playing”, of every release since it has one.
    ///
    /// A URL that ends in the short code, in place of `websocket`, is one of releases before
    /// 0.17.5: a connection for each station, on which the server talks unasked.
    public static let azuraCast: FeedType = {
        var type = FeedType(
            name: "azuracast",
            summary: "AzuraCast, by its now-playing WebSocket",
            settings: [
                FeedSetting(
                    name: "shortcode", kind: .text, isRequired: true, namesStation: true,
                    summary: "the station's short code, as in the address of its public page")
            ],
            // Centrifugo allows 128 channels, but the states of all of them come in one first
            // frame.
            stationsPerLink: 32,
            // Published every 5 to 60 s, by the server's settings, and up to 5 s later by chance.
            longestSilence: .seconds(90),
            silenceHint: "the server knows no station with this short code (it is not the"
                + " station's number), or the station does not publish",
            makeMachine: { AzuraCastStations.machine(for: $0) })
        type.ownPath = "/api/live/nowplaying/websocket"
        type.pagePaths = [
            ["public"], ["sse"], ["api", "nowplaying"], ["api", "live", "nowplaying", "sse"],
        ]
        return type
    }()
}
