import Glibc

/// How many files and sockets this process may have open.
enum DescriptorLimit {
    /// What the program itself needs beside links and clients: streams, the loop, listeners.
    private static let own = 64

    /// Raises the limit as far as it goes without privileges.
    ///
    /// - Returns: The limit from now on.
    static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// The descriptors that so many links need, with room for some clients.
    static func needed(links: Int) -> Int { links + own }

    /// How many links there is room for: all that is left by the program and some clients, without
    /// whom links would be of no use; half of all where that is nothing.
    static func links(within limit: Int) -> Int { max(limit - own, limit / 2) }
}
