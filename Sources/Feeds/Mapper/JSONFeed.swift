import NowPlaying

extension FeedType {
    /// Any server whose messages a config can describe.
    public static let json: FeedType = {
        var type = FeedType(
            name: "json",
            summary: "any server that sends JSON, by a mapping in the config",
            settings: settings, stationsPerLink: 1, longestSilence: nil,
            silenceHint: "the server sends nothing that the feed's `messages` and `track` take for"
                + " a station's state"
        ) { feeds in
            let mapping = Mapping(feeds.first ?? Feed(type: "json", url: ""))
            return MappedMachine.layered(Box(mapping), feeds: feeds, isUnverified: false)
        }
        type.readsEveryScheme = true
        type.mistakes = { feed in
            let reading = MappingReading(names: feed.namesInPointers)
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

extension Feed {
    /// The names that may stand in braces in pointers: those of settings, and of what rules pick.
    /// The station's name is one only where a connection has a single one.
    fileprivate var namesInPointers: [String] {
        let isShared = settings["stationsPerLink"].map { $0 != .number(1) } ?? false
        var picked: [String] = []
        if case .list(let rules) = settings["messages"] {
            picked = rules.flatMap { MessageRule.pickedNames(in: $0) }
        }
        return placeholders.keys.sorted().filter { !isShared || $0 != "station" } + picked
    }
}
