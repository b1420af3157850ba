/// The reason why a text cannot be read as JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// For counting and for programs.
    public enum Code: String, Sendable {
        case tooLarge, noMemory, empty, notUTF8, tooDeep
        case badString, badNumber, badLiteral, badStructure
    }

    /// For counting and for programs.
    public var code: Code

    /// An error of this kind.
    public init(code: Code) {
        self.code = code
    }

    /// The reason for people, as a clause.
    public var description: String {
        switch code {
        case .tooLarge: "longer than is accepted"
        case .noMemory: "no memory to parse it in"
        case .empty: "empty"
        case .notUTF8: "not valid UTF-8"
        case .tooDeep: "nested too deeply"
        case .badString: "a string is not closed, or holds a control character or a bad escape"
        case .badNumber: "a number is malformed"
        case .badLiteral: "a word that is not true, false or null"
        case .badStructure: "not one complete JSON value"
        }
    }
}
