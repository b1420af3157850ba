import NowPlaying

/// The messages of a server to each of its clients, with their times: a feed's protocol as data.
///
/// A script is JSON Lines. The first line has the path for clients and the stations for a config;
/// every other line is a step (`schemas/script.json`):
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
    /// The next step of a conversation.
    enum Step: Sendable {
        /// Waits for a message.
        case expect(MessagePattern)
        /// Sends a message.
        case send(ScriptedMessage)
        /// Lets time pass.
        case after(Interval)
        /// From here on, answers matching messages that no step waits for.
        case answer(MessagePattern, ScriptedMessage)
    }

    /// The source of the script: a recorded server, or a document.
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

    /// True if some steps are open, so that the pattern itself is not a path.
    var isOpen: Bool { steps.contains("*") }

    /// True if a client's path is one of them.
    func matches(_ path: String) -> Bool {
        let others = path.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count == others.count
            && zip(steps, others).allSatisfy { $0 == "*" ? !$1.isEmpty : $0 == $1 }
    }
}
