package import NowPlaying

/// The plays of a timeline, with their tracks, beginnings and lengths.
extension Timeline {
    /// The plays and shows to which a listener with this live edge can go back. None lies ahead of
    /// it.
    package func listing(until edge: Timestamp) -> StationTimeline {
        let onAir = programmes.programme(at: edge)
        let elements = elements(until: edge)
        let onAirThen = self.onAir(at: edge)
        let current = onAirThen?.playback?.state == .stopped ? nil : onAirThen?.play?.id
        return StationTimeline(
            onAir: onAir, past: programmes.programmes(until: edge).filter { $0.id != onAir?.id },
            elements: elements.filter { !$0.ended(before: edge - kept) },
            current: elements.first?.id == current ? current : nil)
    }

    /// The length of the play on air at a moment, if it lasted longer than announced and ended by a
    /// live edge; else `nil`.
    package func overrun(at time: Timestamp, until edge: Timestamp) -> Interval? {
        guard let first = index(at: time), let id = spans[first].play?.id else { return nil }
        let last = spans[first...].prefix { $0.play?.id == id }.endIndex - 1
        let playback = spans[last].onAir.value.playback
        guard let announced = playback?.duration, let end = end(ofSpan: last, until: edge),
            let position = playback?.anchor?.position(
                at: end, rate: playback?.rate ?? 1, duration: nil)
        else { return nil }
        return position > announced ? position : nil
    }

    /// The show on air at a moment, by the times of the station's schedule: whole minutes.
    package func programme(at time: Timestamp) -> Programme? {
        programmes.programme(at: time)?.programme.heard(after: .zero - delay)
    }

    /// The time from which the element or show of an identifier can be heard; `nil` if unknown.
    package func start(of id: String) -> Timestamp? {
        if spans.contains(play: id), let span = spans.first(where: { $0.play?.id == id }) {
            return span.play?.startedAt.map { max($0, span.since) }
        }
        return programmes.entries.first { $0.aired.id == id && $0.aired.programme.startsAt != nil }?
            .since
    }

    /// The plays that began by a moment, newest first; the play on air is the first.
    package func elements(until edge: Timestamp) -> [TimelineElement] {
        plays(until: edge, atMost: .max).compactMap { element(endingWith: $0, until: edge) }
    }

    /// The indices of the spans that end the plays which began by a moment, newest first.
    ///
    /// - Parameters:
    ///   - last: The index up to which plays are left out.
    ///   - current: The id of a play that is left out.
    func plays(
        after last: Int? = nil, until edge: Timestamp, besides current: String? = nil,
        atMost count: Int
    ) -> [Int] {
        var (found, known): ([Int], Set<String>) = ([], [])
        let first = last.map { $0 + 1 } ?? 0
        var index = (index(at: edge) ?? -1) + 1
        while index > first, found.count < count {
            index -= 1
            guard let id = spans[index].play?.id, isPlayed(index), id != current else { continue }
            if spans.repeatsPlays, !known.insert(id).inserted { continue }
            found.append(index)
        }
        return found
    }

    /// The play of an identifier, if it began by a moment.
    package func element(_ id: String, until edge: Timestamp) -> TimelineElement? {
        guard spans.contains(play: id) else { return nil }
        return spans.lastIndex { $0.since <= edge && $0.play?.id == id }.flatMap {
            element(endingWith: $0, until: edge)
        }
    }

    /// The beginning of the first play after a moment.
    package func start(after time: Timestamp) -> Timestamp? {
        starts.first { $0 > time }
    }

    /// The beginning of the last play before a moment.
    package func start(before time: Timestamp) -> Timestamp? {
        starts.last { $0 < time }
    }

    /// The beginnings of the plays that a listener can seek to.
    private var starts: [Timestamp] {
        var known: Set<String> = []
        return spans.indices.compactMap { index in
            guard isPlayed(index), let play = spans[index].play, let start = play.startedAt,
                known.insert(play.id).inserted
            else { return nil }
            return max(start, spans[index].since)
        }
    }

    /// The tracks that were played by a moment besides the one on air then, newest first.
    package func played(until edge: Timestamp, besides current: String?) -> [Box<PlayedTrack>] {
        plays(until: edge, besides: current, atMost: limits.history).compactMap {
            playedTrack(endingWith: $0, until: edge).map { Box($0) }
        }
    }

    func playedTrack(endingWith index: Int, until edge: Timestamp) -> PlayedTrack? {
        spans[index].play.map { play in
            PlayedTrack(
                play.track, startedAt: play.startedAt,
                lasting: duration(ofSpan: index, until: edge))
        }
    }

    /// A track that is stopped, or paused before it began, is not a play; nor is a station's name.
    private func isPlayed(_ index: Int) -> Bool {
        spans[index].onAir.value.playback?.state == .playing
            && spans[index].play?.isStationName == false
    }

    private func element(endingWith index: Int, until edge: Timestamp) -> TimelineElement? {
        spans[index].play.map { play in
            TimelineElement(
                track: play.track, startedAt: play.startedAt,
                duration: duration(ofSpan: index, until: edge))
        }
    }

    /// The length of the play that ends with a span, as far as it is known at a moment.
    func duration(ofSpan index: Int, until edge: Timestamp) -> Interval? {
        let announced = spans[index].onAir.value.playback?.duration
        return played(from: spans[index].play?.startedAt, endingWith: index, until: edge)
            .map { length(of: $0, announced: announced) } ?? announced
    }

    /// Tracks fade into each other: a play lasted its announced length unless it was clearly cut
    /// short.
    private func length(of played: Interval, announced: Interval?) -> Interval {
        guard let announced, announced - played <= limits.playTolerance else { return played }
        return announced
    }

    /// The time for which a play was heard; `nil` while it is on air, or if its beginning or its
    /// end is unknown.
    private func played(
        from start: Timestamp?, endingWith index: Int, until edge: Timestamp
    ) -> Interval? {
        guard let start, let end = end(ofSpan: index, until: edge), end > start else { return nil }
        return end - start
    }

    private func end(ofSpan index: Int, until edge: Timestamp) -> Timestamp? {
        if let until = spans[index].until { return until }
        var next = index + 1
        while next < spans.count, spans[next].isUndated { next += 1 }
        guard next < spans.count, spans[next].since <= edge, !spans[next].isAfterGap,
            !spans[next].isImported
        else { return nil }
        return spans[next].since
    }
}

extension TimelineElement {
    fileprivate func ended(before edge: Timestamp) -> Bool {
        startedAt.map { $0 + (duration ?? .zero) < edge } ?? false
    }
}

extension PlayedTrack {
    /// A play in the form of a history.
    init(_ track: Track, startedAt: Timestamp?, lasting duration: Interval?) {
        self.init(title: track.title)
        artist = track.artist
        details = track.details.limited(to: .played)
        self.startedAt = startedAt
        self.duration = duration
    }
}
