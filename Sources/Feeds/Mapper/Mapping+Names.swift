import JSON
import NowPlaying

/// A mapping as data, in whose pointers names stand in braces: those of settings, which are filled
/// in when a feed begins, and those that its messages pick, which are filled in as they come.
struct MappingTree: Sendable {
    private let tree: Feed.Value
    /// The names that may stand in messages to send.
    private let names: [String]
    /// The picked names that pointers have, for each rule.
    private let pickedNames: [Set<String>]
    /// The mapping while nothing is picked: then such pointers lead nowhere.
    let plain: Mapping

    /// The tree of a feed's settings.
    init(_ feed: Feed) {
        let members = feed.settings.keys.sorted().compactMap { name in
            feed.settings[name].map { Feed.Member(name: name, value: $0) }
        }
        self.init(.object(members).settled(for: feed), names: feed.placeholders.keys.sorted())
    }

    /// A tree whose settings are in their places.
    init(_ tree: Feed.Value, names: [String]) {
        self.tree = tree
        self.names = names
        pickedNames = Self.pickedNames(in: tree)
        plain = Self.mapping(tree, names)
    }

    /// The mapping while these names are picked.
    func mapping(picked fill: (String) -> String?) -> Mapping {
        Self.mapping(tree.settled(fill), names)
    }

    /// It was checked before: here it has no mistakes.
    private static func mapping(_ tree: Feed.Value, _ names: [String]) -> Mapping {
        let reading = MappingReading(names: nil)
        let section = SettingValue(value: tree, path: [], reading: reading).members
        return Mapping(
            section ?? SettingSection(members: [], path: [], reading: reading), names: names)
    }

    /// The rules whose messages mean something else when one of these names is another.
    func rules(with changed: Set<String>) -> [Int] {
        pickedNames.indices.filter { !pickedNames[$0].isDisjoint(with: changed) }
    }

    /// True if a rule's messages mean something else when a name is another.
    func needsNames(rule: Int) -> Bool {
        pickedNames.indices.contains(rule) && !pickedNames[rule].isEmpty
    }

    private static func pickedNames(in tree: Feed.Value) -> [Set<String>] {
        guard case .object(let members) = tree,
            case .list(let rules) = members.first(where: { $0.name == "messages" })?.value
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
