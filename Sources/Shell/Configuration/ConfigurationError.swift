/// One mistake in a config: where it is, what is wrong, what would be right.
///
/// No secret appears in it: texts are quoted as the file has them, before `${…}` and `file:` are
/// replaced.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// A place in a text, counted from 1; columns are Unicode scalars.
    public struct Position: Hashable, Comparable, Sendable {
        /// The line.
        public var line: Int
        /// The column.
        public var column: Int

        /// A place by its line and column.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// Earlier in the text.
        public static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// The file, as it was named to the program.
    public var file: String
    /// The place in the file; `nil` if the file could not be read at all.
    public var position: Position?
    /// The way to the value, such as `stations[2].feed.url`; empty for the file as a whole.
    public var path: String
    /// The mistake, in words.
    public var problem: String
    /// The way to mend it, in words.
    public var remedy: String

    /// A mistake with its parts.
    public init(
        file: String, position: Position?, path: String, problem: String, remedy: String
    ) {
        self.file = file
        self.position = position
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: what is wrong; what would be right`.
    public var description: String {
        guard let position else { return "\(file): \(problem); \(remedy)" }
        return "\(file):\(position.line):\(position.column): \(problem); \(remedy)"
    }
}

/// All mistakes of one config, in the order of the file. Never empty.
public struct ConfigurationErrors: Error, Equatable, Sendable {
    /// The mistakes.
    public let errors: [ConfigurationError]

    /// A part has no value and noted no mistake: no config, whatever it is.
    static func unexplained(in file: String) -> Self {
        let error = ConfigurationError(
            file: file, position: nil, path: "", problem: "the file is not a config",
            remedy: "compare it with schemas/config.json")
        return Self(errors: [error])
    }
}

extension ConfigurationErrors: CustomStringConvertible {
    /// One line for each mistake.
    public var description: String {
        errors.map(\.description).joined(separator: "\n")
    }
}
