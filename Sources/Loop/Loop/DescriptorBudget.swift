internal import Glibc

/// The shares of the process's file descriptors: links, however many, leave some for clients, and
/// both leave some for files and name look-ups.
///
/// The kernel gives a new descriptor the lowest free number. A kind of descriptor with numbers only
/// below a mark leaves all numbers above it to others, whatever else is open.
public struct DescriptorBudget: Hashable, Sendable {
    /// The number of descriptors that the process may have open.
    public let limit: Int
    /// Name look-ups that may be under way at once: each has a socket.
    let lookups: Int
    /// Accepted connections have numbers below this.
    let acceptedEnd: Int32
    /// Dialled connections and the output of programs have numbers below this.
    let dialledEnd: Int32
}

extension DescriptorBudget {
    /// Shares of a process that may have so many descriptors.
    public init(limit: Int) {
        let lookups = max(1, min(limit / 16, LoopLimits.lookups))
        let files = max(1, min(limit / 16, LoopLimits.fileDescriptors))
        let clients = max(1, min(limit / 8, LoopLimits.clientDescriptors))
        self.init(
            limit: limit, lookups: lookups,
            acceptedEnd: Int32(clamping: limit - lookups - files),
            dialledEnd: Int32(clamping: limit - lookups - files - clients))
    }

    /// The number of links for which there is room.
    public var links: Int { max(0, Int(dialledEnd) - LoopLimits.ownDescriptors) }

    /// The limit that so many links need.
    public static func limit(forLinks links: Int) -> Int {
        let taken = links + LoopLimits.ownDescriptors
        let kept = LoopLimits.lookups + LoopLimits.fileDescriptors + LoopLimits.clientDescriptors
        // Of a small limit a quarter is kept for others.
        return min(taken + kept, (taken * 4 + 2) / 3)
    }

    /// Sets the limit to what is of use, as far as that goes without privileges. The library makes
    /// its tables for the limit that it finds, so this comes first.
    static func adjusted() -> DescriptorBudget {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return DescriptorBudget(limit: 1_024) }
        let wanted = min(limit.rlim_max, rlim_t(LoopLimits.descriptorsMax))
        if limit.rlim_cur != wanted {
            limit.rlim_cur = wanted
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }
}
