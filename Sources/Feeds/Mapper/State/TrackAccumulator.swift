import NowPlaying

/// A track, collected from messages and kept for parts that are still to come.
struct TrackAccumulator: Equatable, Sendable {
    private var names = TrackNames<String?> { _ in nil }
    private var details = TrackDetails()
    private(set) var key: String?
    private var start: Timestamp?
    private var end: Timestamp?
    private var duration: Interval?
    /// The sum of the elapsed and the remaining time.
    private var sum: Interval?
    private var elapsed: Interval?
    /// The position of the last message, which does not age.
    private var toldElapsed: Interval?
    private var asOf: Timestamp?
    private var remaining: Interval?
    /// The time at which `elapsed` and `remaining` were true.
    private var heardAt = Instant(milliseconds: 0)

    /// It has a name to show.
    var hasName: Bool {
        names[.title] != nil || names[.text] != nil || names[.artist] != nil
    }

    /// Applies a reading of a message.
    ///
    /// - Parameters:
    ///   - rate: The rate at which it played until now.
    ///   - before: The last known track, for a message that has the whole state.
    mutating func merge(
        _ reading: TrackReading, at now: Moment, rate: Double, before: TrackAccumulator?
    ) {
        if isAnother(reading) { self = TrackAccumulator() }
        let known =
            reading.elapsedRules.isCompared
            ? (before ?? self).position(of: reading, at: now.wall, rate) : nil
        for name in TrackMapping.Name.allCases { reading[name].merge(into: &names[name]) }
        if reading.hasAllDetails { details = TrackDetails() }
        for (field, value) in reading.details { value.merge(into: &details[field]) }
        reading.key.merge(into: &key)
        reading.start.merge(into: &start)
        reading.end.merge(into: &end)
        merge(endOrStart: reading.endOrStart, at: now.wall)
        reading.duration.merge(into: &duration)
        guard reading.elapsed.isPresent || reading.remaining.isPresent else { return }
        let rules = reading.elapsedRules
        if rules.needsDuration, length == nil { return elapsed = nil }
        let isRepeated = rules.isOnlyNew && reading.elapsed.known == toldElapsed
        if let known = reading.elapsed.known { toldElapsed = known }
        guard !isRepeated || elapsed == nil else { return }
        if let told = reading.elapsed.known, rules.isCompared {
            let passed = reading.asOf.known.map { now.wall - $0 } ?? .zero
            if rules.keeps(known, insteadOf: told + passed * rate, told: told) {
                if elapsed == nil { (elapsed, heardAt) = (known, now.monotonic) }
                return
            }
        }
        elapsed = reading.elapsed.known
        asOf = elapsed == nil ? nil : reading.asOf.known
        remaining = reading.remaining.known
        if let elapsed, let remaining, asOf == nil { sum = elapsed + remaining }
        heardAt = now.monotonic
    }

    /// Forgets the times that a message does not repeat, since they give the position only while
    /// the track plays on unchanged. Its length stays known.
    mutating func playsOtherwise(by reading: TrackReading?) {
        duration = length
        if reading?.endOrStart.isPresent != true {
            if reading?.start.isPresent != true { start = nil }
            if reading?.end.isPresent != true { end = nil }
        }
        if reading?.elapsed.isPresent != true, asOf != nil {
            elapsed = nil
            asOf = nil
        }
    }

    /// Applies the first announced end, which stays the end, even after it has passed.
    private mutating func merge(endOrStart: FieldPatch<Timestamp>, at now: Timestamp) {
        guard endOrStart.isPresent, end == nil || endOrStart.known != end else { return }
        let isPast = endOrStart.known.map { now - $0 > Self.endTolerance } ?? false
        start = isPast ? endOrStart.known : nil
        end = isPast ? nil : endOrStart.known
    }

    /// The delay within which an end that has passed still counts: the message may be late, or the
    /// hub's clock ahead.
    private static let endTolerance = Interval.seconds(2)

    /// True if a message is about another track: by its key, else by its title or line. A title
    /// after a line is another track, as when a file follows a stream; so is the reverse.
    private func isAnother(_ reading: TrackReading) -> Bool {
        if let key, let other = reading.key.known { return key != other }
        let tellsTitle = reading[.title].known != nil
        let tellsText = reading[.text].known != nil
        let isOfSameForm = names[.title] != nil && tellsTitle || names[.text] != nil && tellsText
        if names[.title] != nil || names[.text] != nil, tellsTitle || tellsText, !isOfSameForm {
            return true
        }
        return hasAnother(.title, than: reading) || hasAnother(.text, than: reading)
    }

    /// True if a message has another text for a known name.
    private func hasAnother(_ name: TrackMapping.Name, than reading: TrackReading) -> Bool {
        guard let known = names[name], reading[name].isPresent else { return false }
        return reading[name].known != known
    }

    /// Advances the values that are true only at one moment.
    mutating func age(to now: Instant, at rate: Double) {
        let passed = (now - heardAt) * rate
        heardAt = now
        if asOf == nil { elapsed = elapsed.map { $0 + passed } }
        remaining = remaining.map { max(.zero, $0 - passed) }
    }

    /// The position at a moment, if a message is of this track.
    private func position(
        of reading: TrackReading, at now: Timestamp, _ rate: Double
    ) -> Interval? {
        guard let elapsed, !isAnother(reading) else { return nil }
        return elapsed + (asOf.map { now - $0 } ?? .zero) * rate
    }

    /// The track of a report; `nil` without a name.
    var reported: ReportedTrack? {
        guard hasName else { return nil }
        var track = ReportedTrack()
        track.identity = key.map { ReportedTrack.Identity(key: $0, startedAt: start) }
        track.text = names[.text]
        track.title = names[.title]
        track.artist = names[.artist]
        track.details = details
        track.duration = length
        track.positions = positions
        return track
    }

    /// Its length: the sent one, else the one that its times make.
    private var length: Interval? {
        if let duration, duration > .zero { return duration }
        if let start, let end, end > start { return end - start }
        return sum
    }

    private var positions: [ReportedTrack.Position] {
        var positions: [ReportedTrack.Position] = []
        if let elapsed, let asOf { positions.append(.elapsedAsOf(elapsed, asOf)) }
        if let start { positions.append(.startedAt(start)) }
        if let end { positions.append(.endsAt(end)) }
        if let elapsed, asOf == nil { positions.append(.elapsed(elapsed)) }
        if let remaining, let length, length >= remaining {
            positions.append(.elapsed(length - remaining))
        }
        return positions
    }
}
