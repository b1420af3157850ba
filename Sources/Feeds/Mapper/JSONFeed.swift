import NowPlaying

extension FeedType {
    /// Any server whose messages a config can describe.
    public static let json: FeedType = {
        var type = FeedType(
            name: "json",
            summary: "any WebSocket that sends JSON, by a mapping in the config",
            settings: settings, stationsPerLink: 1, longestSilence: nil,
            silenceHint: "the server sends nothing that the feed's `messages` and `track` take for"
                + " a station's state"
        ) { feeds in
            let settings = feeds.first ?? Feed(type: "json", url: "")
            let mapping = Mapping(settings, mistakes: MappingReading())
            return MappedMachine.layered(mapping, feeds: feeds, isUnverified: false)
        }
        type.mistakes = { feed in
            let reading = MappingReading()
            let mapping = Mapping(feed, mistakes: reading)
            _ = FeedTraits(feed, mistakes: reading)
            if reading.mistakes.isEmpty, !mapping.hasState {
                reading.note(.missingKey("track", example: "{ title: /title }"), at: [])
            }
            return reading.mistakes
        }
        type.adaptation = { type, feed in
            FeedTraits(feed, mistakes: MappingReading()).apply(to: &type)
        }
        return type
    }()

    private static let settings: [FeedSetting] = {
        let trees = Mapping.keys + FeedTraits.keys + ["values"]
        return [
            FeedSetting(
                name: "station", kind: .text, isRequired: false, namesStation: true,
                summary: "what messages call the station, {station} in texts")
        ]
            + trees.map {
                var setting = FeedSetting(
                    name: $0, kind: .tree, isRequired: false, namesStation: false,
                    summary: "a part of the mapping")
                setting.isOfReading = $0 == "split"
                return setting
            }
    }()
}
