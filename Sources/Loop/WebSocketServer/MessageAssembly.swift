/// Puts the parts of a message together.
struct MessageAssembly {
    private let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// The result of adding a part.
    enum Step: Equatable {
        /// More follows.
        case incomplete
        /// The message is whole.
        case message([UInt8])
        /// The message has more bytes than may be.
        case tooBig
    }

    /// Takes the next part.
    mutating func add(_ part: UnsafeRawBufferPointer, isLast: Bool) -> Step {
        guard part.count <= limit - bytes.count else {
            bytes = []
            return .tooBig
        }
        bytes.append(contentsOf: part)
        guard isLast else { return .incomplete }
        defer { bytes = [] }
        return .message(bytes)
    }
}
