internal import CLibwebsockets

/// The user and the process at the other end of a Unix socket, as the kernel knows them from when
/// it was connected.
public struct PeerCredentials: Hashable, Sendable {
    /// The user's number.
    public let user: UInt32
    /// The number of the user's main group.
    public let group: UInt32
    /// The numbers of the user's other groups.
    public let otherGroups: [UInt32]
    /// The process; it may have ended since.
    public let process: Int32

    /// Nil if the socket is none that has credentials.
    init?(descriptor: Int32) {
        var credentials = clws_credentials()
        guard clws_peer_credentials(descriptor, &credentials) == 0 else { return nil }
        user = credentials.user
        group = credentials.group
        process = credentials.process
        otherGroups = Self.otherGroups(of: descriptor)
    }

    private static func otherGroups(of descriptor: Int32) -> [UInt32] {
        // Few users are in so many; of one who is in more, only the main group counts.
        let most = 1_024
        var found = UInt32(most)
        var groups = [UInt32](repeating: 0, count: most)
        guard clws_peer_groups(descriptor, &groups, &found) == 0 else { return [] }
        return Array(groups.prefix(Int(found)))
    }
}
