/// A show in a station's schedule.
public struct Programme: Hashable, Sendable {
    /// The station's own identifier of it.
    public var id: String?
    /// The show's title; never empty.
    public var title: String
    /// A short line above the title, such as the series or the presenter.
    public var kicker: String?
    /// Its start, on the hub's wall clock.
    public var startsAt: Timestamp?
    /// Its end, on the hub's wall clock; from then on the programme is absent.
    public var endsAt: Timestamp?
    /// The show's picture.
    public var artworkURL: String?

    /// A programme of which only the title is known.
    public init(title: String) {
        self.title = title
    }
}
