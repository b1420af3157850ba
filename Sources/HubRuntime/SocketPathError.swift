import Support

/// Why a socket cannot be where it should.
public enum SocketPathError: Error, Equatable, Sendable {
    /// Empty, or with a zero byte in it.
    case invalid(path: String)
    /// More bytes than a socket's address holds.
    case tooLong(path: String)
    /// The private folder could not be made.
    case folderNotMade(path: String, reason: String)
    /// The private folder is not there.
    case folderMissing(path: String, reason: String)
    /// Something else has the private folder's name: a symbolic link may lead anywhere.
    case notAFolder(path: String, isLink: Bool)
    /// The private folder belongs to somebody else.
    case foreignFolder(path: String, owner: UInt32)
    /// Others can enter the private folder, or its owner cannot.
    case openFolder(path: String, mode: UInt32)
}

extension SocketPathError: CustomStringConvertible {
    /// The path, what is wrong, what would be right.
    public var description: String {
        switch self {
        case .invalid(let path):
            "the socket's path \(quote(path)) is empty or has a zero byte in it; choose another"
        case .tooLong(let path):
            """
            the socket's path \(path) has \(path.utf8.count) bytes; \
            the system allows \(SocketPath.lengthMax): choose a shorter one
            """
        case .folderNotMade(let path, let reason):
            "the socket's folder \(path) cannot be made: \(reason)"
        case .folderMissing(let path, let reason):
            "the socket's folder \(path) cannot be looked at: \(reason); does the hub run?"
        case .notAFolder(let path, let isLink):
            """
            \(path) is \(isLink ? "a symbolic link" : "no folder"), \
            but the socket's folder must be a real one; remove it
            """
        case .foreignFolder(let path, let owner):
            """
            the socket's folder \(path) belongs to user \(owner), who could pose as the hub; \
            choose another path for the socket
            """
        case .openFolder(let path, let mode):
            """
            the socket's folder \(path) has mode \(octal(mode)); \
            run `chmod 700 \(path)` to keep others out
            """
        }
    }

    private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
}
