/// The place of a listener in a station's broadcast.
public enum ListeningPosition: Hashable, Sendable {
    /// A place behind the live edge: what was broadcast at `heard` was heard at `asOf`.
    public struct Rewound: Hashable, Sendable {
        /// The time at which the part that is heard was broadcast, on the hub's wall clock.
        public var heard: Timestamp
        /// The time at which that part was heard.
        public var asOf: Timestamp
        /// The listener wanted to be there, and is not there only because of a pause.
        public var isSought: Bool

        /// A place in the broadcast.
        public init(heard: Timestamp, asOf: Timestamp, isSought: Bool = true) {
            self.heard = heard
            self.asOf = asOf
            self.isSought = isSought
        }
    }

    /// At the live edge: the listener hears the part that is broadcast now.
    case live
    /// Behind the live edge: the listener hears an earlier part.
    case rewound(Rewound)

    /// The place behind the live edge; `nil` at the edge.
    public var rewound: Rewound? {
        switch self {
        case .live: nil
        case .rewound(let rewound): rewound
        }
    }
}
