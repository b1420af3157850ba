import Loop
import Glibc
import Hub
import NowPlaying
import Support

/// Measures the program itself, for the status.
struct ProcessMeter {
    private let loop: EventLoop
    private let startedAt: Timestamp
    /// Knows the time of the config in force, and if a newer one was refused.
    private let reload: ConfigurationReload?
    private let cluster: ClusterHosting?
    private let components: [any Component]

    /// A meter of a program that is being started.
    init(
        of loop: EventLoop, startedAt: Timestamp, _ reload: ConfigurationReload?,
        _ cluster: ClusterHosting?, _ components: [any Component]
    ) {
        self.loop = loop
        self.startedAt = startedAt
        self.reload = reload
        self.cluster = cluster
        self.components = components
    }

    /// The values that decide if the hub is healthy; cheap.
    var condition: ProcessCondition {
        var condition = ProcessCondition()
        condition.longestTurn = Interval(seconds: loop.longestTurnLately) ?? .zero
        condition.configurationReadAt = reload?.appliedAt ?? startedAt
        condition.isConfigurationRefused = reload?.isRefused ?? false
        condition.clusterProblem = cluster?.problem
        return condition
    }

    /// Everything.
    var status: ProcessStatus {
        var status = ProcessStatus()
        status.startedAt = startedAt
        status.turns = loop.turnTimes.histogram
        status.runawayConnections = loop.runawaySockets
        status.condition = condition
        status.cluster = cluster?.status
        for component in components { component.measure(into: &status) }
        status.descriptors = Self.descriptorCount
        status.descriptorLimit = Self.descriptorLimit
        let file = try? SystemEnvironment().contents(ofFile: "/proc/self/stat", limit: 4_096)
        status.add(ProcessStatistics(of: String(decoding: file ?? [], as: UTF8.self)))
        return status
    }

    private static var descriptorLimit: Int {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return Int(clamping: limits.rlim_cur)
    }

    /// Newer kernels say it as the folder's size; older ones have it counted.
    private static var descriptorCount: Int {
        var status = stat()
        let path = "/proc/self/fd"
        if stat(path, &status) == 0, status.st_size > 0 { return Int(status.st_size) }
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without `.`, `..` and the folder's own.
        return max(0, count - 3)
    }
}

/// The values that the kernel reports of a process in `/proc/PID/stat`.
struct ProcessStatistics: Equatable {
    private(set) var processorTime = Interval.zero
    private(set) var threads = 0
    private(set) var virtualBytes = 0
    private(set) var residentBytes = 0

    /// Reads the line. What it lacks is nothing.
    init(of line: String) {
        // The second field is the program's name in brackets, which may have any characters.
        let fields = line.split(separator: ")").last?.split(separator: " ").map { Int($0) } ?? []
        guard fields.count > 21 else { return }
        // The third field is the first of these (proc(5)).
        let ticks = (fields[11] ?? 0) + (fields[12] ?? 0)
        processorTime = .milliseconds(Int64(ticks * 1_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))))
        threads = fields[17] ?? 0
        virtualBytes = fields[20] ?? 0
        residentBytes = (fields[21] ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}

extension ProcessStatus {
    fileprivate mutating func add(_ statistics: ProcessStatistics) {
        processorTime = statistics.processorTime
        threads = statistics.threads
        virtualBytes = statistics.virtualBytes
        residentBytes = statistics.residentBytes
    }
}
