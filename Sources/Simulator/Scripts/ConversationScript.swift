import NowPlaying

/// What a server says to each of its clients, and when: a feed's protocol as data.
///
/// A script is JSON Lines. The first line says where clients connect and how a config reads it,
/// every other one is a step (`schemas/script.json`):
///
/// ```
/// {"path":"/live","stations":[{"id":"a","feed":{"type":"json","track":{"title":"/t"}}}]}
/// {"answer":{"ping":"{{number}}"},"send":{"pong":"{{number}}"}}
/// {"expect":{"join":"{{room}}"}}
/// {"repeat":"rest"}
/// {"send":{"room":"{{room}}","t":"First Light","at":"{{now.ms}}"}}
/// {"after":8000}
/// ```
public struct ConversationScript: Sendable {
    /// What a conversation does next.
    enum Step: Sendable {
        /// Waits for a message.
        case expect(MessagePattern)
        /// Sends a message.
        case send(ScriptedMessage)
        /// Lets time pass.
        case after(Interval)
        /// From here on, answers the messages that match and that no step waits for.
        case answer(MessagePattern, ScriptedMessage)
    }

    /// What the script follows: a recording of which server, or which facts.
    public internal(set) var source: String?
    /// The stations that a client finds here.
    public internal(set) var stations: [ServedStation] = []
    /// The WebSocket subprotocols that the server agrees to.
    public internal(set) var subprotocols: [String] = []

    let path: PathPattern
    var steps: [Step] = []
    /// The first of the steps that are repeated for ever.
    var repeated: Int?
}

/// The paths at which a script is played: `*` stands for any one step, as `/api/*/*/websocket`.
struct PathPattern: Sendable {
    private let steps: [Substring]

    init(_ text: String) {
        steps = text.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Whether some steps are open, so that the pattern itself is not a path.
    var isOpen: Bool { steps.contains("*") }

    /// Whether a client's path is one of them.
    func matches(_ path: String) -> Bool {
        let others = path.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count == others.count
            && zip(steps, others).allSatisfy { $0 == "*" ? !$1.isEmpty : $0 == $1 }
    }
}
