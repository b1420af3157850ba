import Support

/// A mapping in a config.
struct ConfigurationSection {
    let members: [ConfigurationNode.Entry]
    /// The way to it; empty for the whole file.
    let path: String
    let position: ConfigurationError.Position
    let reading: ConfigurationReading

    /// The value of a key, if it is there.
    subscript(key: String) -> ConfigurationValue? {
        members.first { $0.key == key }.map(value)
    }

    /// The value of a key without which the section makes no sense.
    ///
    /// - Parameter example: A value, for the message.
    func required(_ key: String, example: String) -> ConfigurationValue? {
        if let value = self[key] { return value }
        let section = path.isEmpty ? "the file" : "`\(path)`"
        reading.note(
            "\(section) has no `\(key)`", remedy: "add `\(key): \(example)`", at: position,
            path: path)
        return nil
    }

    /// All members as they stand in the file, for mappings whose keys are names.
    var values: [ConfigurationValue] { members.map(value) }

    /// Notes every key that is not one of `keys`.
    func refuseKeys(besides keys: [String]) {
        for member in members where !keys.contains(member.key) {
            (member.reading ?? reading).note(
                "unknown key \(quote(member.key))",
                remedy: suggestion(for: member.key, among: keys),
                at: member.keyPosition, path: pathOf(member.key))
        }
    }

    private func value(of member: ConfigurationNode.Entry) -> ConfigurationValue {
        ConfigurationValue(
            node: member.value, name: member.key, path: pathOf(member.key),
            reading: member.reading ?? reading)
    }

    private func pathOf(_ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }
}
