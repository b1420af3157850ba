import Support

/// The connections by their numbers: the library hands a number back with an answer, which may come
/// when the connection is gone.
enum ConnectionRegistry {
    private struct Entry: Sendable {
        weak var connection: NATSConnection?
    }

    private static let connections = Monitor<[Int: Entry]>([:])

    static func add(_ connection: NATSConnection, as number: Int) {
        connections.withLock { $0[number] = Entry(connection: connection) }
    }

    static func remove(_ number: Int) { connections.withLock { $0[number] = nil } }

    static func connection(_ number: Int) -> NATSConnection? {
        connections.withLock { $0[number]?.connection }
    }
}
