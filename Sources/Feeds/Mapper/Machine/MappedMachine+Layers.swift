import NowPlaying

extension MappedMachine {
    /// A machine for these feeds' stations, over the layers that the mapping names.
    static func layered(
        _ mapping: Box<Mapping>, feeds: [Feed], isUnverified: Bool
    ) -> any FeedMachine {
        let machine = MappedMachine(mapping, feeds: feeds, isUnverified: isUnverified)
        var channels: [String] = []
        for channel in machine.stations.compactMap(\.channel) where !channels.contains(channel) {
            channels.append(channel)
        }
        let first = feeds.first?.placeholders ?? [:]
        let layers = mapping.value.layers.layers(channels: channels) { first[$0]?.plainText }
        return LayeredFeed(machine, over: layers)
    }

    func apply(
        _ news: SubscriptionNews, ofChannel channel: String, into events: inout [FeedEvent]
    ) {
        for place in stations.indices where stations[place].channel == channel {
            events.append(.subscription(station: place, news))
        }
    }

    func disconnect(code: Int, reason: String) -> FeedDisconnect? {
        mapping.value.closeCodes.disconnect(code: code, reason: reason)
    }
}
