import Feeds
import Support

extension ConfigurationSection {
    /// Notes what a feed type finds wrong in a feed's settings, at its place in the file.
    func note(_ mistake: FeedMistake) {
        let value = value(at: mistake.path)
        switch mistake.problem {
        case .unknownKey(let known): noteUnknownKey(at: mistake.path, known: known)
        case .missingKey(let key, let example):
            _ = value.section()?.required(key, example: example)
        case .wrongValue(let expected):
            value.note("`\(value.name)` is \(value.node.quoted)", remedy: "it must be \(expected)")
        case .wrongPart(let problem, let remedy):
            value.note("`\(value.name)`: \(problem)", remedy: remedy)
        }
    }

    private func noteUnknownKey(at path: [FeedMistake.Step], known: [String]) {
        guard case .key(let key) = path.last else { return }
        let parent = value(at: path.dropLast())
        guard case .mapping(let members) = parent.node.content,
            let member = members.first(where: { $0.key == key })
        else {
            // Of JSON in a text: the text is all there is to point at.
            return parent.note(
                "`\(parent.name)` has the unknown key \(quote(key))",
                remedy: suggestion(for: key, among: known))
        }
        reading.note(
            "unknown key \(quote(key))", remedy: suggestion(for: key, among: known),
            at: member.keyPosition, path: "\(parent.path).\(key)")
    }

    /// The part to which a way leads; as far as it does, where it leads into a text.
    private func value(at path: some Sequence<FeedMistake.Step>) -> ConfigurationValue {
        var value = ConfigurationValue(
            node: ConfigurationNode(content: .mapping(members), position: position),
            name: "feed", path: self.path, reading: reading)
        for step in path {
            guard let next = value.part(at: step) else { return value }
            value = next
        }
        return value
    }
}

extension ConfigurationValue {
    fileprivate func part(at step: FeedMistake.Step) -> ConfigurationValue? {
        switch (step, node.content) {
        case (.key(let key), .mapping): section()?[key]
        case (.element(let place), .list):
            list().flatMap { $0.indices.contains(place) ? $0[place] : nil }
        case (.key, _), (.element, _): nil
        }
    }
}
