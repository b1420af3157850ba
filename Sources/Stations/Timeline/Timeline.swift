package import NowPlaying

/// The past, present and coming plays of one station. It is the only source of the station's shown
/// state, whether live, behind a stream's delay, paused or rewound.
///
/// A timeline is a sequence of spans. Each holds the state on air from one moment until the next
/// span begins. A report describes the state on air at one moment: it adds a span, corrects the
/// newest one, or, if a track is announced, adds one that lies ahead. A feed's history and an
/// earlier run of the hub fill in what was not heard. A time of which nothing is known is a gap.
///
///     A ──────────┬ B ────────────┬ gap ──┬ C ─────────┬ D (announced)
///                                                   now
///
/// Times are those at which the station's main stream is heard: its `delay` is added once, on
/// entry. No reading depends on the present, so a pause or a step back of a second shows the same
/// track at the same position as the live edge did.
package struct Timeline: Sendable {
    /// The state on air from one moment until the next span begins.
    package struct Span: Equatable, Sendable {
        /// The time from which it is heard.
        package var since: Timestamp
        /// The time of its end, if the state after it is unknown.
        package var until: Timestamp?
        /// The state on air.
        package var onAir: Box<OnAir>
        /// Nothing could be heard before it, so the state before it may have ended earlier.
        package var isAfterGap = false
        /// An earlier run of the hub, another hub or the feed's history is its source.
        package var isImported = false

        /// True if only the order of its play is known: it has no length.
        package var isUndated: Bool { until == since }

        /// The play on air, borrowed: a play has many parts, and callers mostly need one.
        package var play: Play? {
            _read { yield onAir.value.play }
        }
    }

    /// The amount of past that is kept, and its purpose.
    package struct Keeping: Equatable, Sendable {
        /// Spans that ended longer ago are forgotten.
        package var window: Interval
        /// The largest number of spans.
        package var spans: Int
        /// A history on disk, or the other members of a cluster, store new plays.
        package var isRemembered = false

        package init(window: Interval, spans: Int, isRemembered: Bool = false) {
            self.window = window
            self.spans = spans
            self.isRemembered = isRemembered
        }
    }

    package let station: String
    package let limits: Box<Limits>
    package var keeping: Keeping
    /// The time by which the station's metadata runs ahead of its audio.
    package private(set) var delay: Interval
    /// The earliest first; no two begin at the same time.
    package private(set) var spans = SpanList()
    /// The station's shows.
    package var programmes: ProgrammeLog
    /// The newest position was assumed here, and no measured one has confirmed it.
    package var assumesPosition = false
    /// Grows with each change.
    private var spansVersion = 0
    /// Grows with each change of a play.
    package private(set) var playsVersion = 0
    /// The plays that are new or better known since `takeNews`.
    private var touched: [String] = []
    /// The time of the last `takeNews`.
    private var newsTakenAt: Timestamp?
    /// The old identifiers of plays that were renamed since `takeRenamed`.
    private var renamed: [String] = []

    package init(station: String, delay: Interval, limits: Box<Limits>) {
        self.station = station
        self.delay = delay
        self.limits = limits
        programmes = ProgrammeLog(station: station, limits: limits)
        keeping = Keeping(window: limits.timelineWindow, spans: limits.timelineElements)
    }

    // MARK: Reading

    /// The age to which ended spans are kept, which is the longest that a list may show.
    var kept: Interval { keeping.window + ListeningSession.windowGraceMax }

    /// A number that changes with each change.
    package var version: Int { spansVersion + programmes.version }

    /// The state on air at a moment; `nil` in a gap, and before the first span.
    package func onAir(at time: Timestamp) -> OnAir? {
        guard let index = index(at: time), spans[index].until.map({ time < $0 }) ?? true else {
            return nil
        }
        var onAir = spans[index].onAir.value
        if let next = next(after: index) { onAir.next = next }
        return onAir
    }

    /// The next time after a moment at which the state on air changes.
    package func boundary(after time: Timestamp) -> Timestamp? {
        let end = index(at: time).flatMap { spans[$0].until }.flatMap { $0 > time ? $0 : nil }
        return earliest(
            earliest(nextSpan(after: time)?.since, end), programmes.boundary(after: time))
    }

    /// The span that follows at a moment.
    package func nextSpan(after time: Timestamp) -> Span? { ahead(of: time).first }

    /// The spans that begin after a moment.
    private func ahead(of time: Timestamp) -> Slice<SpanList> {
        spans[(index(at: time).map { $0 + 1 } ?? 0)...]
    }

    /// True if the station itself has been heard: the newest span is not from another source.
    package var isHeard: Bool { newest.map { !$0.isImported } ?? false }

    /// The newest span, which may lie ahead.
    package var newest: Span? { spans.last }

    /// The index of the span that covers a moment.
    package func index(at time: Timestamp) -> Int? { spans.lastIndex(by: time) }

    /// The track after the play of a span, if the timeline knows it.
    private func next(after index: Int) -> UpcomingTrack? {
        let id = spans[index].play?.id
        guard let next = spans[(index + 1)...].first(where: { $0.play?.id != id }),
            !next.isAfterGap
        else { return nil }
        return next.play?.upcoming(
            at: next.since, lasting: next.onAir.value.playback?.duration)
    }

    // MARK: Reports

    /// Puts a state on air from a moment on; spans that begin then or later are removed.
    ///
    /// - Parameter isAfterGap: The station could not be heard before.
    package mutating func begin(_ onAir: OnAir, at since: Timestamp, isAfterGap: Bool = false) {
        while let last = spans.last, last.since >= since { touch(spans.removeLast().play?.id) }
        if isAfterGap { endNewest(before: since) }
        touch(onAir.play?.id)
        spans.append(Span(since: since, onAir: Box(onAir), isAfterGap: isAfterGap))
    }

    /// Corrects the newest span. Its play is corrected in all spans of that play.
    package mutating func correct(_ onAir: OnAir) {
        guard let newest = spans.indices.last else { return }
        let before = spans[newest].onAir.value
        guard onAir != before else { return }
        spans.update(newest) { $0.onAir = Box(onAir) }
        let isSamePlay =
            onAir.play == before.play && onAir.playback?.duration == before.playback?.duration
        touch(isSamePlay ? nil : onAir.play?.id)
        guard spans.repeatsPlays, let play = onAir.play else { return }
        for index in spans.indices.dropLast() where spans[index].play?.id == play.id {
            replace(index, by: play)
        }
    }

    private mutating func replace(_ index: Int, by play: Play) {
        var onAir = spans[index].onAir.value
        guard onAir.play != play else { return }
        onAir.play = play
        spans.update(index) { $0.onAir = Box(onAir) }
    }

    /// Moves the beginning of the newest span, but not before the span that precedes it.
    package mutating func moveNewest(to since: Timestamp) {
        guard let newest = spans.indices.last else { return }
        let earliest = newest > 0 ? spans[newest - 1].since + .milliseconds(1) : since
        spans.update(newest) { $0.since = max(since, earliest) }
        touch(newest > 0 ? spans[newest - 1].play?.id : nil)
    }

    /// Ends the newest span at its announced end, if that is known and earlier than a moment.
    private mutating func endNewest(before since: Timestamp) {
        guard let newest = spans.indices.last, spans[newest].until == nil,
            let end = announcedEnd(ofSpan: newest), end < since
        else { return }
        spans.update(newest) { $0.until = end }
    }

    private func announcedEnd(ofSpan index: Int) -> Timestamp? {
        guard let start = spans[index].play?.startedAt,
            let duration = spans[index].onAir.value.playback?.duration
        else { return nil }
        return max(start + duration, spans[index].since)
    }

    /// Returns the changes of the spans since the last call.
    mutating func takeSpanChange() -> SpanList.Change { spans.takeChange() }

    private mutating func touch(_ id: String?) {
        spansVersion += 1
        guard let id else { return }
        playsVersion += 1
        if keeping.isRemembered, !touched.contains(id) { touched.append(id) }
    }

    // MARK: What was before, and is no more

    /// Adds a span from another source. A play that was restored from storage is not stored again.
    ///
    /// - Parameter index: Its place by its time.
    package mutating func insert(_ span: Span, at index: Int) {
        spans.insert(span, at: index)
        playsVersion += 1
        touch(span.play?.identity == .restored ? nil : span.play?.id)
    }

    /// Changes a span in the past.
    package mutating func change(_ index: Int, _ change: (inout Span) -> Void) {
        spans.update(index, change)
        touch(spans[index].play?.id)
    }

    /// The newest spans: the one that is on air at a moment, and those that lie ahead.
    package func tail(at now: Timestamp) -> [Span] {
        Array(spans[(index(at: now) ?? spans.startIndex)...])
    }

    /// Replaces the newest spans with those of the same timeline in another hub.
    package mutating func adopt(_ tail: [Span], assumesPosition: Bool) {
        self.assumesPosition = assumesPosition
        guard let first = tail.first?.since, !spans.suffix(tail.count).elementsEqual(tail) else {
            return
        }
        for span in tail { rename(to: span) }
        while let last = spans.last, last.since >= first { touch(spans.removeLast().play?.id) }
        for span in tail {
            touch(span.play?.id)
            spans.append(span)
        }
    }

    /// Goes on from the newest spans of another hub, whose clock may be ahead: the first of them is
    /// on air.
    package mutating func goOn(from tail: [Span], at now: Timestamp) {
        var tail = tail
        if let since = tail.first?.since { tail[0].since = min(since, now) }
        adopt(tail, assumesPosition: assumesPosition)
    }

    /// Gives a play the identifier of the other hub: hubs that were cut off from each other chose
    /// two.
    private mutating func rename(to span: Span) {
        guard let play = span.play, !spans.contains(play: play.id),
            let own = index(of: play, at: span.since).flatMap({ spans[$0].play?.id })
        else { return }
        rename(own, as: play)
    }

    /// Gives a play the identifier of another.
    mutating func rename(_ own: String, as play: Play) {
        for index in spans.indices where spans[index].play?.id == own {
            replace(index, by: play)
        }
        renamed.append(own)
        touch(play.id)
    }

    /// Takes the identifiers that plays have lost since the last call.
    package mutating func takeRenamed() -> [String] {
        defer { renamed = [] }
        return renamed
    }

    /// Forgets the spans that ended before the window began, and those above the maximum.
    package mutating func forget(at now: Timestamp) {
        programmes.forget(before: now - kept)
        limitWaiting(at: now)
        guard let current = index(at: now) else { return }
        let edge = now - kept
        // The history of a station's state includes that of a quiet station.
        let isOld = spans.lastIndex(by: edge - .milliseconds(1)).map { $0 + 1 } ?? 0
        let old = min(isOld, max(0, current - limits.history))
        let excess = max(old, min(current, spans.count - keeping.spans))
        // Many at a time, because all that stay are moved.
        guard excess > keeping.spans / 4 || (excess > 0 && spans.count <= 16) else { return }
        spans.removeSubrange(0..<excess)
    }

    /// Limits the spans that wait to be heard: the oldest of too many are dropped, and the next
    /// begins early. A station must not fill the memory.
    private mutating func limitWaiting(at now: Timestamp) {
        let waiting = ahead(of: now)
        let excess = waiting.count - limits.pendingStates
        guard excess > 0 else { return }
        let first = waiting.startIndex
        for span in waiting.prefix(excess - 1) { touch(span.play?.id) }
        spans.removeSubrange(first..<(first + excess - 1))
        let earliest = first > 0 ? spans[first - 1].since + .milliseconds(1) : now
        change(first) { $0.since = max(now, earliest) }
    }

    /// Takes the plays to store: those that are new or better known, and those that have begun or
    /// ended, since the last call.
    package mutating func takeNews(at now: Timestamp) -> [TimelineElement] {
        defer { (touched, newsTakenAt) = ([], now) }
        guard keeping.isRemembered else { return [] }
        let turned = turned(by: now)
        let ids = turned + touched.filter { !turned.contains($0) }
        return ids.compactMap { element($0, until: now) }
    }

    /// The plays that have ended or begun since news were taken last.
    private func turned(by now: Timestamp) -> [String] {
        let begun = spans.indices.reversed().drop { spans[$0].since > now }.prefix { index in
            newsTakenAt.map { spans[index].since > $0 } ?? true
        }
        var ids: [String] = []
        for index in begun.reversed() where !spans[index].isImported {
            // The length of a play is known when the next begins, if its own beginning is known.
            let ended = index > 0 && !spans[index - 1].isImported ? spans[index - 1].play : nil
            for play in [ended?.startedAt == nil ? nil : ended, spans[index].play] {
                if let id = play?.id, !ids.contains(id) { ids.append(id) }
            }
        }
        return ids
    }

    /// The wall clock was set forward (or, if negative, back) by `step`. Spans of earlier runs
    /// stay: their clock was another.
    package mutating func clockStepped(by step: Interval) {
        for index in spans.indices where !spans[index].isImported { shift(index, by: step) }
        spans.sort()
        programmes.shift(by: step)
    }

    /// The station has other settings from now on.
    mutating func configurationChanged(to new: StationConfiguration, at now: Timestamp) {
        defaultStreamerChanged(to: new.defaultStreamer)
        delayChanged(to: new.delay, at: now)
    }

    /// Sets the station's delay. The state on air and all later ones are heard later by the
    /// difference; the state on air stays on air.
    package mutating func delayChanged(to delay: Interval, at now: Timestamp) {
        let difference = delay - self.delay
        guard difference != .zero else { return }
        self.delay = delay
        guard let current = index(at: now) ?? spans.indices.first else { return }
        for index in current..<spans.count {
            shift(index, by: difference)
            if index == current { spans.update(index) { $0.since = min($0.since, now) } }
            if index > 0 { begin(index, notBefore: spans[index - 1].since + .milliseconds(1)) }
        }
        programmes.shift(by: difference)
    }

    /// Moves a span behind its predecessor if it begins too early.
    private mutating func begin(_ index: Int, notBefore earliest: Timestamp) {
        spans.update(index) { span in
            span.since = max(span.since, earliest)
            span.until = span.until.map { max($0, earliest) }
        }
    }

    private mutating func shift(_ index: Int, by step: Interval) {
        change(index) { span in
            span.since = span.since + step
            span.until = span.until.map { $0 + step }
            span.onAir = Box(span.onAir.value.shifted(by: step))
        }
    }

    /// The station's automation has another name from now on.
    package mutating func defaultStreamerChanged(to name: String?) {
        for index in spans.indices where spans[index].onAir.value.live != nil {
            var onAir = spans[index].onAir.value
            onAir.live?.compare(withDefault: name)
            spans.update(index) { $0.onAir = Box(onAir) }
            touch(nil)
        }
    }
}
