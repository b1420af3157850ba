/// The state of the history database, for the status.
public struct HistoryStatus: Equatable, Sendable {
    /// The state of the database.
    public enum State: String, Sendable {
        /// All that was to be written was, or is about to be.
        case ok
        /// Nothing is kept.
        case off
        /// It cannot be read or written now, for a reason.
        case failed
    }

    /// The state of the database.
    public var state: State
    /// The file, where there is to be one.
    public var file: String?
    /// The problem and its remedy.
    public var reason: String?
    /// The number of notes that were not written, because there was no room for them.
    public var dropped = 0
    /// The same by the station's id.
    public var droppedByStation: [String: Int] = [:]
    /// Rows of the file that were left out because they are damaged.
    public var damagedRows = 0

    /// A status with its parts.
    public init(_ state: State, file: String? = nil, reason: String? = nil) {
        self.state = state
        self.file = file
        self.reason = reason
    }
}
