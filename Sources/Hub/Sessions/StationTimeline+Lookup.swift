import NowPlaying

/// What was on air at a time.
extension StationTimeline {
    /// The element that was on air then; `nil` in a gap, and before what is known.
    ///
    /// One of unknown length lasts until the next begins.
    func element(at time: Timestamp) -> TimelineElement? {
        guard let index = elements.firstIndex(where: { $0.begins(by: time) }) else { return nil }
        return end(ofElement: index).map { time < $0 } ?? true ? elements[index] : nil
    }

    /// The programme that was on air then.
    func programme(at time: Timestamp) -> AiredProgramme? {
        programmes.first { $0.contains(time) }
    }

    /// The element that followed what was on air then.
    func element(after time: Timestamp) -> TimelineElement? {
        elements.last { $0.startedAt.map { $0 > time } ?? false }
    }

    /// The element before the one that began last by then.
    func element(before time: Timestamp) -> TimelineElement? {
        elements.first { $0.startedAt.map { $0 < time } ?? false }
    }

    /// When the element or the programme of this id began; `nil` where neither is known, or its
    /// beginning is not.
    func start(of id: String) -> Timestamp? {
        elements.first { $0.id == id }?.startedAt
            ?? programmes.first { $0.id == id }?.programme.startsAt
    }

    /// When something else is on air for the first time after `time`.
    func boundary(after time: Timestamp) -> Timestamp? {
        let starts = elements.compactMap(\.startedAt)
        let ends = elements.indices.compactMap { end(ofElement: $0) }
        let shows = programmes.flatMap { [$0.programme.startsAt, $0.programme.endsAt] }
        return (starts + ends + shows.compactMap(\.self)).filter { $0 > time }.min()
    }

    private var programmes: [AiredProgramme] { (onAir.map { [$0] } ?? []) + past }

    /// Where its length is known, or something began after it.
    private func end(ofElement index: Int) -> Timestamp? {
        let element = elements[index]
        guard let start = element.startedAt else { return nil }
        let next = elements[..<index].last { $0.startedAt != nil }?.startedAt
        guard let duration = element.duration else { return next }
        return next.map { min($0, start + duration) } ?? start + duration
    }
}

extension TimelineElement {
    fileprivate func begins(by time: Timestamp) -> Bool {
        startedAt.map { $0 <= time } ?? false
    }
}

/// What follows the wall clock when that is set forward (or, if negative, back) by `step`.
extension TimelineElement {
    func shifted(by step: Interval) -> TimelineElement {
        var shifted = self
        shifted.startedAt = startedAt.map { $0 + step }
        return shifted
    }
}

extension AiredProgramme {
    func shifted(by step: Interval) -> AiredProgramme {
        var shifted = self
        shifted.programme.startsAt = programme.startsAt.map { $0 + step }
        shifted.programme.endsAt = programme.endsAt.map { $0 + step }
        return shifted
    }
}
