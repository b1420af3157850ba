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

/// A programme of a timeline, which can be sought to like an element.
public struct AiredProgramme: Hashable, Sendable {
    /// Made by the hub, like that of an element.
    public var id: String
    /// The programme; where its start is unknown it cannot be sought to.
    public var programme: Programme

    /// A programme that goes by this id.
    public init(id: String, programme: Programme) {
        self.id = id
        self.programme = programme
    }

    /// True if an element that began at `time` belongs to it; false while its start is unknown.
    public func contains(_ time: Timestamp) -> Bool {
        guard let start = programme.startsAt, start <= time else { return false }
        return programme.endsAt.map { time < $0 } ?? true
    }
}
