/// Decides which names are looked up, in what order, and how many at once.
///
/// A look-up occupies a thread until the system has an answer or gives up, which takes many seconds
/// when no name server answers. Two rules keep such names from delaying the others:
///
/// - A look-up that is not answered soon no longer counts: another name begins beside it.
/// - A name that failed slowly is suspect for a while: it comes after all others, and such names
///   together occupy only a part of the threads.
///
/// It knows no clock: times are milliseconds that the caller gives.
struct LookupSchedule {
    private struct Running {
        let host: String
        let start: UInt64
        let isSuspect: Bool
    }

    /// Look-ups under way at once, at most.
    private let lookups: Int
    private var running: [Running] = []
    private var waiting: [String] = []
    private var waitingSuspects: [String] = []
    /// Names that failed slowly, and until when that counts.
    private var suspects: [String: UInt64] = [:]

    init(lookups: Int) {
        self.lookups = lookups
    }

    /// A name is to be looked up; it neither waits nor is being looked up yet.
    mutating func add(_ host: String, at now: UInt64) {
        if isSuspect(host, at: now) {
            waitingSuspects.append(host)
        } else {
            waiting.append(host)
        }
    }

    /// The name whose look-up begins now; `nil` if none may. To be asked until it gives `nil`.
    mutating func next(at now: UInt64) -> String? {
        guard running.count < lookups, quick(at: now).count < LoopLimits.quickLookups else {
            return nil
        }
        if !waiting.isEmpty { return start(waiting.removeFirst(), isSuspect: false, at: now) }
        let suspectLookups = max(1, lookups / LoopLimits.suspectShare)
        guard !waitingSuspects.isEmpty, running.count(where: \.isSuspect) < suspectLookups else {
            return nil
        }
        return start(waitingSuspects.removeFirst(), isSuspect: true, at: now)
    }

    /// A look-up has ended.
    mutating func ended(_ host: String, isAnswered: Bool, at now: UInt64) {
        guard let place = running.firstIndex(where: { $0.host == host }) else { return }
        let wasSlow = !isQuick(running.remove(at: place), at: now)
        suspects[host] = nil
        guard !isAnswered, wasSlow else { return }
        suspects = suspects.filter { $0.value > now }
        suspects[host] = now + LoopLimits.suspicionMilliseconds
    }

    /// The time at which another look-up may begin although none has ended; `nil` if none will.
    func deadline(at now: UInt64) -> UInt64? {
        guard !waiting.isEmpty || !waitingSuspects.isEmpty, running.count < lookups else {
            return nil
        }
        return quick(at: now).map { $0.start + LoopLimits.quickLookupMilliseconds }.min()
    }

    private mutating func start(_ host: String, isSuspect: Bool, at now: UInt64) -> String {
        running.append(Running(host: host, start: now, isSuspect: isSuspect))
        return host
    }

    private func isSuspect(_ host: String, at now: UInt64) -> Bool {
        suspects[host].map { $0 > now } ?? false
    }

    private func quick(at now: UInt64) -> [Running] {
        running.filter { isQuick($0, at: now) }
    }

    private func isQuick(_ lookup: Running, at now: UInt64) -> Bool {
        now - lookup.start < LoopLimits.quickLookupMilliseconds
    }
}
