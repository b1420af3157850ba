public import NowPlaying
public import Support

/// The program itself, for the status: what only the shell can measure.
public struct ProcessStatus: Equatable, Sendable {
    /// When it was started.
    public var startedAt = Timestamp(milliseconds: 0)
    /// The processor's time that it has used.
    public var processorTime = Interval.zero
    /// Bytes of it that are in memory.
    public var residentBytes = 0
    /// Bytes of its address space.
    public var virtualBytes = 0
    /// File descriptors that are open.
    public var descriptors = 0
    /// How many it may have.
    public var descriptorLimit = 0
    /// Its threads.
    public var threads = 0
    /// How long turns of the loop took.
    public var turns = DurationHistogram()
    /// Connections that were ended because the loop heard of them without end.
    public var runawayConnections = 0
    /// What decides whether it is well.
    public var condition = ProcessCondition()

    /// A program of which nothing was measured.
    public init() {}
}

/// What of the program itself decides whether the hub is well.
public struct ProcessCondition: Equatable, Sendable {
    /// The longest turn of the loop within the last minute or two.
    public var longestTurn = Interval.zero
    /// When the config was read that is in force.
    public var configurationReadAt = Timestamp(milliseconds: 0)
    /// The config was read again since then, and had mistakes.
    public var isConfigurationRefused = false
    /// Why the hub does not do its part in its cluster.
    public var clusterProblem: String?

    /// A program that is well.
    public init() {}
}
