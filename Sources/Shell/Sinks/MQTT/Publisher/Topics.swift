/// The topics of a hub.
struct Topics: Equatable, Sendable {
    let prefix: String

    /// `online` or `offline`.
    var status: String { prefix + "/status" }
    /// The record of what was published.
    var record: String { prefix + "/announced" }

    /// A topic of a station. Ids have no characters with a meaning in topics.
    func station(_ id: String, _ name: String) -> String { "\(prefix)/\(id)/\(name)" }

    /// A topic of a session.
    func session(_ name: String, _ part: String) -> String { "\(prefix)/session/\(name)/\(part)" }

    /// The session whose commands a topic takes.
    func commandedSession(_ topic: String, among sessions: [String]) -> String? {
        sessions.first { session($0, "command") == topic }
    }
}
