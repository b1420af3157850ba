package import NowPlaying
import Support

/// The past, present and coming shows of one station, with the times at which they are heard.
package struct ProgrammeLog: Sendable {
    /// A show, and the time in which it is shown as on air.
    package struct Entry: Equatable, Sendable {
        package var aired: AiredProgramme
        /// The start of its time on air: its own start, or the time of its first report if that is
        /// earlier.
        package var since: Timestamp
        /// The time at which the station stopped naming it, possibly before its announced end.
        package var until: Timestamp?

        /// The known end.
        package var end: Timestamp? { earliest(until, aired.programme.endsAt) }
    }

    /// The largest difference between the times of one show.
    private let tolerance: Interval
    private let entriesMax: Int
    private let station: String
    /// In the order in which they began.
    package private(set) var entries: [Entry] = []
    /// The id of the one that the newest report names.
    private var onAir: String?
    /// Entries that are new or better known since `takeNews`.
    private var news: [AiredProgramme] = []
    /// Grows with each change.
    package private(set) var version = 0

    // MARK: Reading

    /// The show on air at a moment.
    package func programme(at time: Timestamp) -> AiredProgramme? {
        guard let entry = entries.last(where: { $0.since <= time }) else { return nil }
        return entry.end.map { time < $0 } ?? true ? entry.aired : nil
    }

    /// The shows that began by a moment, newest first.
    package func programmes(until time: Timestamp) -> [AiredProgramme] {
        entries.reversed().filter { $0.since <= time }.map(\.aired)
    }

    /// The next time after a moment at which another show, or none, is on air.
    package func boundary(after time: Timestamp) -> Timestamp? {
        entries.reduce(nil) { next, entry in
            let since = entry.since > time ? entry.since : nil
            let end = entry.end.flatMap { $0 > time ? $0 : nil }
            return earliest(next, earliest(since, end))
        }
    }

    // MARK: Writing

    package init(station: String, limits: Box<Limits>) {
        self.station = station
        tolerance = limits.playTolerance
        entriesMax = limits.timelineProgrammes
    }

    /// Notes the show that the station names at a moment; `nil` if it names none.
    ///
    /// - Parameters:
    ///   - now: The latest time of the change.
    ///   - isAfterGap: The change came while the station could not be heard.
    package mutating func note(_ programme: Programme?, isAfterGap: Bool, at now: Timestamp) {
        guard let programme else { return end(at: isAfterGap ? nil : now) }
        if let index = index(of: programme, at: now) {
            return goOn(index, as: programme, isAfterGap: isAfterGap, at: now)
        }
        var begun = programme
        if begun.startsAt == nil, !isAfterGap { begun.startsAt = now }
        let since = min(begun.startsAt ?? now, now)
        end(at: isAfterGap ? nil : since)
        let aired = AiredProgramme(id: id(of: begun, at: now), programme: begun)
        entries.append(Entry(aired: aired, since: since))
        onAir = aired.id
        tell(aired)
    }

    private mutating func goOn(
        _ index: Int, as programme: Programme, isAfterGap: Bool, at now: Timestamp
    ) {
        let id = entries[index].aired.id
        if id != onAir {
            end(at: isAfterGap ? nil : programme.startsAt ?? now)
            // The show was interrupted and is on air again.
            var entry = entries.remove(at: index)
            (entry.since, entry.until) = (entry.until == nil ? entry.since : now, nil)
            entries.append(entry)
        }
        onAir = id
        improve(entries.count - 1, to: programme)
    }

    /// The index of a noted show, on air now or before a restart.
    private func index(of programme: Programme, at now: Timestamp) -> Int? {
        entries.lastIndex { entry in
            let known = entry.aired
            guard known.programme.isNamed(like: programme) else { return false }
            if let start = programme.startsAt, let knownStart = known.programme.startsAt {
                return (start - knownStart).magnitude <= tolerance
            }
            if known.id == onAir { return true }
            // The show may have gone on while the hub was stopped, or away from its station.
            return known.id == entries.last?.aired.id
                && known.programme.endsAt.map { $0 > now } ?? (onAir == nil)
        }
    }

    private mutating func improve(_ index: Int, to programme: Programme) {
        let known = entries[index].aired.programme
        var better = programme
        better.startsAt = programme.startsAt ?? known.startsAt
        better.endsAt = programme.endsAt ?? known.endsAt
        guard better != known else { return }
        entries[index].aired.programme = better
        if let start = better.startsAt { entries[index].since = min(entries[index].since, start) }
        tell(entries[index].aired)
    }

    /// The show that the station named until now is over.
    private mutating func end(at end: Timestamp?) {
        if onAir != nil { version += 1 }
        defer { onAir = nil }
        guard let index = entries.lastIndex(where: { $0.aired.id == onAir }) else { return }
        guard let end else { return }
        entries[index].until = end
        let programme = entries[index].aired.programme
        guard programme.endsAt == nil, programme.startsAt.map({ $0 < end }) ?? true else { return }
        entries[index].aired.programme.endsAt = end
        tell(entries[index].aired)
    }

    private mutating func tell(_ aired: AiredProgramme) {
        version += 1
        news.append(aired)
    }

    /// Elements have no letter before their digits, so that no id is given twice.
    private func id(of programme: Programme, at now: Timestamp) -> String {
        var hash = StableHash()
        hash.combine(station)
        hash.combine(programme.id ?? programme.title)
        let start = programme.startsAt ?? now
        hash.combine(start.milliseconds / tolerance.milliseconds)
        while entries.contains(where: { $0.aired.id == "p-" + hash.text }) { hash.combine(1) }
        return "p-" + hash.text
    }

    // MARK: What was before, and is no more

    /// Adds the shows that an earlier run of the hub stored, the earliest first.
    package mutating func restore(_ programmes: some Sequence<AiredProgramme>) {
        for aired in programmes where aired.id.isIdentifier {
            guard !entries.contains(where: { $0.aired.id == aired.id }),
                let since = aired.programme.startsAt
            else { continue }
            entries.append(Entry(aired: aired, since: since))
        }
        entries.sort { $0.since < $1.since }
    }

    /// The show that the station names now.
    package var current: Entry? { entries.last { $0.aired.id == onAir } }

    /// Replaces the show that the station names now with another hub's.
    package mutating func adopt(_ current: Entry?) {
        guard current != self.current else { return }
        onAir = current?.aired.id
        version += 1
        guard let current else { return }
        entries.removeAll { $0.aired.id == current.aired.id }
        entries.append(current)
        tell(current.aired)
    }

    /// Forgets the shows that ended before a moment, and the earliest if there are too many.
    package mutating func forget(before edge: Timestamp) {
        entries.removeAll { $0.aired.id != onAir && ($0.end ?? $0.since) < edge }
        entries.removeFirst(max(0, entries.count - entriesMax))
    }

    /// Takes the shows to store since the last call.
    package mutating func takeNews() -> [AiredProgramme] {
        defer { news = [] }
        return news
    }

    /// The wall clock was set forward (or, if negative, back) by `step`, or the station's delay
    /// changed by that. Past schedules name whole minutes, so only the show on air is moved; the
    /// next report corrects it.
    package mutating func shift(by step: Interval) {
        guard let index = entries.lastIndex(where: { $0.aired.id == onAir }) else { return }
        entries[index].since = entries[index].since + step
        let programme = entries[index].aired.programme.heard(after: step)
        entries[index].aired.programme = programme
        tell(entries[index].aired)
    }
}

extension Programme {
    /// The same as heard by a listener with this delay.
    package func heard(after delay: Interval) -> Programme {
        var heard = self
        heard.startsAt = startsAt.map { $0 + delay }
        heard.endsAt = endsAt.map { $0 + delay }
        return heard
    }

    fileprivate func isNamed(like other: Programme) -> Bool {
        if let id, let otherID = other.id { return id == otherID }
        return title == other.title && kicker == other.kicker
    }
}
