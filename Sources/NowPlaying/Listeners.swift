/// The number of listeners, as far as the station reports it.
public struct Listeners: Hashable, Sendable {
    /// Connections now.
    public var current: Int?
    /// Different listeners now.
    public var unique: Int?
    /// Listeners by the station's own way of counting them all.
    public var total: Int?

    /// Counts, each where it is known.
    public init(current: Int? = nil, unique: Int? = nil, total: Int? = nil) {
        self.current = current
        self.unique = unique
        self.total = total
    }
}
