import NowPlaying

/// The mapping in the settings of a feed, and the names that its messages tell.
extension Mapping {
    /// The mapping of a feed's settings. It was checked before: here it has no mistakes.
    init(_ feed: Feed) {
        self.init(feed, mistakes: MappingReading(names: nil))
    }

    /// The rules whose messages mean something else when one of these names is another.
    func rules(with changed: Set<String>) -> [Int] {
        pickedNames.indices.filter { !pickedNames[$0].isDisjoint(with: changed) }
    }

    /// True if a rule's messages mean something else when a name is another.
    func needsNames(rule: Int) -> Bool {
        pickedNames.indices.contains(rule) && !pickedNames[rule].isEmpty
    }

    /// For each rule the names, of those that messages tell, that stand in its pointers.
    static func pickedNames(in members: [Feed.Member]) -> [Set<String>] {
        guard case .list(let rules) = members.first(where: { $0.name == "messages" })?.value
        else { return [] }
        let picked = Set(rules.flatMap(MessageRule.pickedNames))
        if picked.isEmpty { return rules.map { _ in [] } }
        let state = names(in: .object(members.filter { StateMapping.keys.contains($0.name) }))
        return rules.map { rule in
            guard case .object(let parts) = rule else { return [] }
            let hasOwn = parts.contains { $0.name == "map" }
            return names(in: rule).union(hasOwn ? [] : state).intersection(picked)
        }
    }

    /// The names that stand in a tree's pointers and conditions.
    private static func names(in tree: Feed.Value) -> Set<String> {
        var names: Set<String> = []
        _ = tree.settled { name in
            names.insert(name)
            return nil
        }
        return names
    }
}
