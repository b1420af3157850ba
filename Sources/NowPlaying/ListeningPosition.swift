/// Where a listener is in a station's broadcast.
public enum ListeningPosition: Hashable, Sendable {
    /// A place behind the live edge: what was broadcast at `heard` was heard at `asOf`.
    public struct Rewound: Hashable, Sendable {
        /// When what is heard was broadcast, on the hub's wall clock.
        public var heard: Timestamp
        /// When that was heard.
        public var asOf: Timestamp
        /// The element on air then, where the timeline knows it.
        public var element: TimelineElement?
        /// The programme on air then, where the timeline knows it.
        public var programme: AiredProgramme?

        /// A place in the broadcast, and what was on air there.
        public init(
            heard: Timestamp, asOf: Timestamp, element: TimelineElement? = nil,
            programme: AiredProgramme? = nil
        ) {
            self.heard = heard
            self.asOf = asOf
            self.element = element
            self.programme = programme
        }
    }

    /// What is broadcast now.
    case live
    /// What was broadcast before.
    case rewound(Rewound)

    /// The place behind the live edge; `nil` at the edge.
    public var rewound: Rewound? {
        switch self {
        case .live: nil
        case .rewound(let rewound): rewound
        }
    }
}
