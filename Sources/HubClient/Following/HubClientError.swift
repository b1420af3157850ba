/// The reason for which a client did not get its answer from the hub.
public enum HubClientError: Error, Equatable, Sendable {
    /// No hub listens at this path.
    case notListening(path: String)
    /// This user may not connect to the socket at this path.
    case notPermitted(path: String)
    /// The socket cannot be in its place, or the folder or file there must not be trusted.
    case unusable(SocketPathError)
    /// The hub ended the connection; with its reason, where it gave one.
    case closed(path: String, reason: String?)
    /// The hub did not answer for so many seconds.
    case silent(path: String, seconds: Int64)
    /// The program that listens there speaks another protocol.
    case unintelligible(path: String, problem: String)
    /// The hub refused what it was asked.
    case refused(HubRefusal)
    /// The program cannot even begin, in words.
    case unable(String)
    /// The system did not do what it must, in its words.
    case system(String)

    /// Asking again will not help.
    public var isLasting: Bool {
        switch self {
        case .notListening, .closed, .silent, .unintelligible: false
        case .unusable(.folderMissing): false
        case .notPermitted, .unusable, .unable, .system: true
        case .refused(let refusal): !refusal.isPassing
        }
    }
}

extension HubClientError: CustomStringConvertible {
    /// The problem, and its remedy.
    public var description: String {
        switch self {
        case .notListening(let path):
            "no hub listens at \(path): start one with `nphub run`, or name its socket"
        case .notPermitted(let path):
            "no permission to connect to \(path): ask the user who runs the hub there"
        case .unusable(let error):
            error.description
        case .closed(let path, let reason?):
            "the hub at \(path) ended the connection: \(reason)"
        case .closed(let path, nil):
            "the hub at \(path) ended the connection"
        case .silent(let path, let seconds):
            "the hub at \(path) has not answered for \(seconds) s"
        case .unintelligible(let path, let problem):
            "what listens at \(path) is not a hub of this version: \(problem)"
        case .refused(let refusal):
            refusal.description
        case .unable(let problem), .system(let problem):
            problem
        }
    }
}
