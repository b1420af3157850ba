/// Something wrong in a feed's settings: where it is, and what would be right. It holds no value
/// of a setting, which may be secret; the program that shows it has the file.
public struct FeedMistake: Equatable, Sendable {
    /// A step from a feed's settings to a part of them.
    public enum Step: Hashable, Sendable {
        /// To the value of a key.
        case key(String)
        /// To an element of a list.
        case element(Int)
    }

    /// What is wrong.
    public enum Problem: Error, Equatable, Sendable {
        /// The last step is a key that is not known here.
        case unknownKey(known: [String])
        /// The value has no such key; the example shows what to add.
        case missingKey(String, example: String)
        /// The value is something else than what it must be.
        case wrongValue(mustBe: String)
        /// Something in the value is wrong: what it is, and what would be right.
        case wrongPart(String, remedy: String)
    }

    /// The way to the value.
    public var path: [Step]
    /// What is wrong with it.
    public var problem: Problem

    /// A mistake with its parts.
    public init(path: [Step], problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
