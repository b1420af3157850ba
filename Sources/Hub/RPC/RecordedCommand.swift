public import JSON
public import NowPlaying
import Sessions

/// A command to a session, as a recording keeps it: the parameters of `command`.
public struct RecordedCommand: Sendable {
    /// The error in the parameters.
    public struct Mistake: Error {
        /// The problem and its remedy, for people.
        public let problem: String
    }

    /// The command.
    public let command: SessionCommand
    /// The session's name.
    public let session: String
    /// The name of the sender, where it gave one.
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
