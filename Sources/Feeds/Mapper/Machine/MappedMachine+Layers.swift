extension MappedMachine {
    /// A machine for these feeds' stations, over the layers that the mapping names.
    static func layered(
        _ tree: MappingTree, feeds: [Feed], isUnverified: Bool
    ) -> any FeedMachine {
        let machine = MappedMachine(tree, feeds: feeds, isUnverified: isUnverified)
        var channels: [String] = []
        for channel in machine.stations.compactMap(\.channel) where !channels.contains(channel) {
            channels.append(channel)
        }
        let first = feeds.first?.placeholders ?? [:]
        let layers = tree.plain.layers.layers(channels: channels) { first[$0]?.plainText }
        return LayeredFeed(machine, over: layers)
    }
}
