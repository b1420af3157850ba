public import NowPlaying
public import Support

/// The measurements of the program itself that only the shell can take, for the status.
public struct ProcessStatus: Equatable, Sendable {
    /// The moment of its start.
    public var startedAt = Timestamp(milliseconds: 0)
    /// The processor's time that it has used.
    public var processorTime = Interval.zero
    /// Bytes of it that are in memory.
    public var residentBytes = 0
    /// Bytes of its address space.
    public var virtualBytes = 0
    /// File descriptors that are open.
    public var descriptors = 0
    /// The number of file descriptors that it may have.
    public var descriptorLimit = 0
    /// Its threads.
    public var threads = 0
    /// The durations of the loop's turns.
    public var turns = DurationHistogram()
    /// Connections that were ended because the loop heard of them without end.
    public var runawayConnections = 0
    /// The connection to an MQTT broker; `nil` for a hub without one.
    public var mqtt: HubStatus.MQTT?
    /// The cluster; `nil` for a hub that is in none.
    public var cluster: HubStatus.Cluster?
    /// The hooks; `nil` where there are none.
    public var hooks: [HubStatus.Hook]?
    /// The condition that decides whether it is well.
    public var condition = ProcessCondition()

    /// A program of which nothing was measured.
    public init() {}
}

/// The part of the measurements that decides whether the hub is well.
public struct ProcessCondition: Equatable, Sendable {
    /// The longest turn of the loop within the last minute or two.
    public var longestTurn = Interval.zero
    /// The time at which the config in force was read.
    public var configurationReadAt = Timestamp(milliseconds: 0)
    /// The config was read again since then, and had mistakes.
    public var isConfigurationRefused = false
    /// The reason for which the hub does not do its part in its cluster.
    public var clusterProblem: String?

    /// A program that is well.
    public init() {}
}
