/// A value in a config: asked what it is, it answers or notes why it cannot.
struct ConfigurationValue {
    let node: ConfigurationNode
    /// The key, or the key and the place in a list, as messages name it.
    let name: String
    /// The way to it.
    let path: String
    let reading: ConfigurationReading

    /// Notes a mistake at this value.
    func note(_ problem: String, remedy: String) {
        reading.note(problem, remedy: remedy, at: node.position, path: path)
    }

    /// Notes that it is not `expected`, and gives nothing.
    func refuse<Answer>(mustBe expected: String) -> Answer? {
        note("`\(name)` is \(node.quoted)", remedy: "it must be \(expected)")
        return nil
    }

    /// Its members, which may be only those that `keys` tells.
    func section(_ keys: [String]) -> ConfigurationSection? {
        let section = section()
        section?.refuseKeys(besides: keys)
        return section
    }

    /// The members of the whole file.
    func document(_ keys: [String]) -> ConfigurationSection? {
        if case .mapping = node.content { return section(keys) }
        note(
            "the file is \(node.quoted)",
            remedy: "it must be a mapping of \(keys.map { "`\($0)`" }.joined(separator: ", "))")
        return nil
    }

    /// The value of one key, where this is a mapping that has it.
    func member(_ key: String) -> ConfigurationValue? {
        guard case .mapping = node.content else { return nil }
        return section()?[key]
    }

    /// Its members, whatever they are called.
    func section() -> ConfigurationSection? {
        guard case .mapping(let members) = node.content else {
            return refuse(mustBe: "a mapping (`key: value`)")
        }
        return ConfigurationSection(
            members: members, path: path, position: node.position, reading: reading)
    }

    /// Its elements.
    func list() -> [ConfigurationValue]? {
        guard case .list(let elements) = node.content else {
            return refuse(mustBe: "a list (`- …` or `[…]`)")
        }
        return elements.enumerated().map { index, element in
            ConfigurationValue(
                node: element, name: "\(name)[\(index)]", path: "\(path)[\(index)]",
                reading: reading)
        }
    }

    /// Its text, with environment variables in their places.
    ///
    /// - Parameter expected: What it must be, for the message if it is something else.
    func text(_ expected: String = "a text") -> String? {
        guard let raw = rawText else { return refuse(mustBe: expected) }
        return revealing { () throws(SecretError) in try reading.expandVariables(in: raw) }
    }

    /// Its text, which may be a secret: in the environment, or in a file that `file:` names.
    func secret(_ expected: String = "a text") -> String? {
        guard let raw = rawText, raw.hasPrefix("file:") else { return text(expected) }
        return revealing { () throws(SecretError) in
            let path = try reading.expandVariables(in: String(raw.dropFirst("file:".count)))
            return try reading.secret(inFile: path)
        }
    }

    private func revealing(_ reveal: () throws(SecretError) -> String) -> String? {
        do {
            return try reveal()
        } catch {
            note(error.problem, remedy: error.remedy)
            return nil
        }
    }

    /// The text as it stands in the file; `nil` where there is none.
    var rawText: String? {
        switch node.content {
        case .plain(let text), .text(let text): text.isEmpty ? nil : text
        case .null, .list, .mapping: nil
        }
    }
}
