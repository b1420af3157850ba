public import JSON
public import NowPlaying
import Sessions

/// What was asked of a session, as a recording keeps it: the parameters of `command`.
public struct RecordedCommand: Sendable {
    /// What is wrong with the parameters.
    public struct Mistake: Error {
        /// For people: what is wrong and what would be right.
        public let problem: String
    }

    /// What was asked.
    public let command: SessionCommand
    /// Of which session.
    public let session: String
    /// Who asked.
    public let sender: String?

    /// Reads the parameters of a `command`.
    public init(_ parameters: JSONValue?) throws(Mistake) {
        let reader = RequestReader(
            name: "command", parameters: parameters, limits: Box(Limits()))
        do throws(RequestError) {
            guard case .command(let command, let session, let sender) = try reader.method() else {
                throw RequestError(.invalidRequest, "that is not a command")
            }
            self.command = command
            self.session = session
            self.sender = sender
        } catch {
            throw Mistake(problem: error.message)
        }
    }
}
