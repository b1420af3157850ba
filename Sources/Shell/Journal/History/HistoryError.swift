/// The reason why a history cannot be read or written: the problem, its place, and a remedy.
public enum HistoryError: Error, Equatable, Sendable {
    /// There is no file yet.
    case missing(path: String)
    /// It is not said where it is to be.
    case nowhere
    /// Its folder cannot be made.
    case folder(path: String, reason: String)
    /// It cannot be opened, or not be written.
    case inaccessible(path: String, reason: String)
    /// This user may not read it.
    case forbidden(path: String)
    /// Another process keeps it locked.
    case locked(path: String)
    /// Another hub writes it.
    case taken(path: String)
    /// It is not an SQLite database, or parts of it are broken.
    case damaged(path: String, reason: String)
    /// It is a database of some other program.
    case foreign(path: String)
    /// A newer version of the program has written it.
    case newer(path: String)
    /// There is no room on the disk.
    case full(path: String)
}

extension HistoryError: CustomStringConvertible {
    /// The problem, its place, and a remedy.
    public var description: String {
        switch self {
        case .missing(let path):
            """
            there is no history at \(path) yet: `nphub run --config FILE` begins one; \
            --file or --config names another
            """
        case .nowhere:
            "there is no home for the history: set XDG_STATE_HOME, or name a file in the config"
        case .folder(let path, let reason):
            "the folder \(path) for the history cannot be made: \(reason); name another file"
        case .inaccessible(let path, let reason):
            """
            the history \(path) cannot be used: \(reason); \
            check its permissions and the disk, or name another file
            """
        case .forbidden(let path):
            "no permission to read the history \(path); read it as the user whose hub writes it"
        case .locked(let path):
            "the history \(path) is locked by another program; have that end its transaction"
        case .taken(let path):
            "the history \(path) is another running hub's; give each hub a file of its own"
        case .damaged(let path, let reason):
            """
            the history \(path) is damaged (\(reason)); a hub that starts sets it aside \
            and begins a new one
            """
        case .foreign(let path):
            "\(path) is another program's database, and was left as it is; name another file"
        case .newer(let path):
            """
            the history \(path) was written by a newer nphub, and was left as it is; \
            update this one, or name another file
            """
        case .full(let path):
            "there is no room on the disk for the history \(path); make some"
        }
    }

    /// An error of SQLite with a file.
    init(_ error: SQLiteError, at path: String) {
        switch error.kind {
        case .damage: self = .damaged(path: path, reason: error.message)
        case .full: self = .full(path: path)
        case .lock: self = .locked(path: path)
        case .other: self = .inaccessible(path: path, reason: error.message)
        }
    }

    /// The file is of no use any more.
    var isDamage: Bool {
        switch self {
        case .damaged: true
        default: false
        }
    }
}
