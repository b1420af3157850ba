/// A station's past broadcast, as far back as a listener can go, without anything that lies ahead.
///
/// Elements that fall out of the rewind window may stay in it for a while; documents omit them.
public struct StationTimeline: Hashable, Sendable {
    /// The programme on air, where the station has programmes.
    public var onAir: AiredProgramme?
    /// The programmes before it, newest first.
    public var past: [AiredProgramme]
    /// Everything that has begun, newest first.
    public var elements: [TimelineElement]
    /// The id of the element on air; `nil` where nothing is.
    public var current: String?

    /// A timeline with its parts.
    public init(
        onAir: AiredProgramme? = nil, past: [AiredProgramme] = [],
        elements: [TimelineElement] = [], current: String? = nil
    ) {
        self.onAir = onAir
        self.past = past
        self.elements = elements
        self.current = current
    }
}
