import NowPlaying

/// The programmes of a log.
extension AiredLog {
    /// Takes the programme on air, its times as they are heard; `nil` where there is none.
    ///
    /// - Parameter isAfterGap: It became so while nothing could be heard of the station.
    mutating func note(_ programme: Programme?, isAfterGap: Bool, at now: Timestamp) {
        guard let programme else { return endProgramme(at: isAfterGap ? nil : now) }
        if let place = place(of: programme, at: now) {
            if programmes[place].id != programmeOnAir {
                endProgramme(at: isAfterGap ? nil : programme.startsAt ?? now)
            }
            programmeOnAir = programmes[place].id
            return improve(place, to: programme)
        }
        var begun = programme
        if begun.startsAt == nil, !isAfterGap { begun.startsAt = now }
        endProgramme(at: isAfterGap ? nil : begun.startsAt)
        let aired = AiredProgramme(id: id(of: begun, at: now), programme: begun)
        programmes.append(aired)
        programmeOnAir = aired.id
        report(aired)
    }

    /// The wall clock was set forward (or, if negative, back) by `step`. Which programmes were
    /// noted by the clock of an earlier life does not matter much: schedules name whole minutes,
    /// and the one on air is corrected by the next report.
    mutating func shiftProgrammes(by step: Interval) {
        guard let place = programmes.lastIndex(where: { $0.id == programmeOnAir }) else { return }
        improve(place, to: programmes[place].shifted(by: step).programme)
    }

    /// Where a programme is that has been noted, be it on air or before a restart.
    private func place(of programme: Programme, at now: Timestamp) -> Int? {
        programmes.lastIndex { known in
            guard known.programme.isNamed(like: programme) else { return false }
            if let start = programme.startsAt, let knownStart = known.programme.startsAt {
                return (start - knownStart).magnitude <= limits.playTolerance
            }
            if known.id == programmeOnAir { return true }
            // One that went on while the hub was stopped, or away from its station.
            return known.id == programmes.last?.id
                && known.programme.endsAt.map { $0 > now } ?? (programmeOnAir == nil)
        }
    }

    private mutating func improve(_ place: Int, to programme: Programme) {
        let known = programmes[place]
        var better = programme
        better.startsAt = programme.startsAt ?? known.programme.startsAt
        better.endsAt = programme.endsAt ?? known.programme.endsAt
        guard better != known.programme else { return }
        programmes[place].programme = better
        report(programmes[place])
    }

    private mutating func endProgramme(at end: Timestamp?) {
        defer { programmeOnAir = nil }
        guard let end, let place = programmes.lastIndex(where: { $0.id == programmeOnAir }),
            programmes[place].programme.endsAt == nil,
            programmes[place].programme.startsAt.map({ $0 < end }) ?? true
        else { return }
        programmes[place].programme.endsAt = end
        report(programmes[place])
    }

    /// Elements have no letter before their digits, so that no id is given twice.
    private func id(of programme: Programme, at now: Timestamp) -> String {
        var hash = StableHash()
        hash.combine(station)
        hash.combine(programme.id ?? programme.title)
        hash.combine(limits.value.playNumber(of: programme.startsAt ?? now))
        while programmes.contains(where: { $0.id == "p-" + hash.text }) { hash.combine(1) }
        return "p-" + hash.text
    }
}

extension Programme {
    /// The same as it is heard by somebody who is so far behind.
    func heard(after delay: Interval) -> Programme {
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
