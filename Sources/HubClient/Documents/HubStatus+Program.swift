extension HubStatus {
    /// The program itself, and whether it is well.
    public struct Program: Equatable, Sendable {
        /// The moment of its start, in Unix seconds.
        public var startedAt: Double
        /// Bytes in memory.
        public var memory: Int
        /// Open file descriptors.
        public var descriptors: Int
        /// The number of file descriptors that it may have.
        public var descriptorLimit: Int
        /// The longest turn of its event loop within the last minute or two, in seconds.
        public var longestTurn: Double
        /// A description of its problem; `nil` if there is none.
        public var problem: String?
    }
}

extension HubStatus.Program: Decodable {
    /// Reads it from the first page of a status.
    public init(from decoder: any Decoder) throws {
        let members = try DocumentMembers(decoder)
        let process: Process = try members.required("process")
        startedAt = process.startedAt
        memory = process.memory
        descriptors = process.descriptors
        descriptorLimit = process.descriptorLimit
        let loop: Loop? = members["loop"]
        longestTurn = loop?.longest ?? 0
        let health: Health? = members["health"]
        problem = health?.output
    }

    private struct Process: Decodable {
        var startedAt: Double
        var memory: Int
        var descriptors: Int
        var descriptorLimit: Int
    }

    private struct Loop: Decodable {
        var longest: Double
    }

    private struct Health: Decodable {
        var output: String?
    }
}
