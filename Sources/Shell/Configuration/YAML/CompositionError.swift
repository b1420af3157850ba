import Support

extension ConfigurationNode {
    /// The reason why a text cannot be the tree of a config.
    struct CompositionError: Error {
        var position: ConfigurationError.Position
        var problem: String
        var remedy: String
    }
}

extension ConfigurationNode.CompositionError {
    typealias Position = ConfigurationError.Position

    static func secondDocument(at position: Position) -> Self {
        Self(
            position: position, problem: "a second document begins",
            remedy: "a config is one document; remove the `---`")
    }

    static func repeatedKey(_ key: String, at position: Position, first: Position) -> Self {
        Self(
            position: position,
            problem: "the key \(quote(key)) is there already, in line \(first.line)",
            remedy: "keep one of them")
    }

    static func keyIsNoText(at position: Position) -> Self {
        Self(
            position: position, problem: "a key is a list or a mapping",
            remedy: "keys are texts; is a value in braces or brackets missing its quotes?")
    }

    static func unknownAlias(_ name: String, at position: Position) -> Self {
        Self(
            position: position, problem: "there is no anchor `&\(name)` before this alias",
            remedy: "quote a text that begins with `*`")
    }

    static func tooManyNodes(at position: Position) -> Self {
        Self(
            position: position,
            problem: """
                with its aliases expanded, the file has over \(ConfigurationLimits.nodes) values
                """,
            remedy: "use fewer aliases (`*name`)")
    }

    static func tooManyMarks(at position: Position) -> Self {
        Self(
            position: position, problem: "a text has over 30 combining marks in a row",
            remedy: "write it without them: no language needs so many")
    }

    static func tooDeep(at position: Position) -> Self {
        Self(
            position: position,
            problem: "values are nested over \(ConfigurationLimits.depth) levels deep",
            remedy: "nothing in a config needs more than seven; is a bracket missing?")
    }
}
