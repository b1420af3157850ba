/// The mistake in a line of a recording.
public struct RecordingError: Error, CustomStringConvertible, Equatable {
    /// The line's number, from 1.
    public let line: Int
    /// The mistake and its remedy, in words.
    public let problem: String

    /// The number and the problem, for people.
    public var description: String { "line \(line): \(problem)" }
}
