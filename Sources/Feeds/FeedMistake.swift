/// A mistake in a feed's settings: its place, and a remedy. It holds no value of a setting, which
/// may be secret; the program that shows it has the file.
public struct FeedMistake: Equatable, Sendable {
    /// A step from a feed's settings to a part of them.
    public enum Step: Hashable, Sendable {
        /// To the value of a key.
        case key(String)
        /// To an element of a list.
        case element(Int)
    }

    /// The kind of a mistake.
    public enum Problem: Error, Equatable, Sendable {
        /// The last step is a key that is not known here.
        case unknownKey(known: [String])
        /// The value has no such key; the example shows what to add.
        case missingKey(String, example: String)
        /// The value has another form than required.
        case wrongValue(mustBe: String)
        /// A part of the value is wrong, with its remedy.
        case wrongPart(String, remedy: String)
    }

    /// The way to the value.
    public var path: [Step]
    /// The kind of mistake.
    public var problem: Problem

    /// A mistake with its parts.
    public init(path: [Step], problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
