import NowPlaying

/// What is on air becomes an element.
extension AiredLog {
    /// Takes what is on air; `nil` where nothing is.
    ///
    /// - Parameter isAfterGap: It became so while nothing could be heard of the station.
    mutating func note(_ airing: Airing?, isAfterGap: Bool, at now: Timestamp) {
        let wasPaused = airing.map { $0.track.id == pausedTrack } ?? false
        pausedTrack = nil
        guard let airing else { return endElement(at: isAfterGap ? nil : now) }
        // What was heard until now is not what was on air before the gap.
        let isAfterGap = isAfterGap && onAir?.trackID != airing.track.id
        if let place = placeOnAir, goesOn(airing, as: entries[place].element) {
            return goOn(airing, at: place)
        }
        guard airing.isPlaying else {
            pausedTrack = airing.track.id
            return endElement(at: isAfterGap ? nil : now)
        }
        if let place = place(ofPlay: airing, isAfterGap: isAfterGap, at: now) {
            endElement(at: isAfterGap ? nil : now)
            return resume(airing, at: place)
        }
        if let until = onAir?.correctableUntil, now <= until, airing.isText, !isAfterGap {
            return correct(with: airing)
        }
        let start = beginning(of: airing, isAfterGap: isAfterGap, wasPaused: wasPaused, at: now)
        endElement(at: isAfterGap ? nil : start)
        begin(airing, since: start, at: now)
    }

    /// When an element began to be played. A position only says where it stands: what the hub saw
    /// begin may have begun anywhere.
    private func beginning(
        of airing: Airing, isAfterGap: Bool, wasPaused: Bool, at now: Timestamp
    ) -> Timestamp? {
        guard airing.isPlayer else { return airing.startedAt }
        if wasPaused { return now }
        guard let start = airing.startedAt, !isAfterGap else { return airing.startedAt }
        return now - start > limits.playTolerance ? now : start
    }

    /// Whether it is the element that has been on air until now, and not another play of the same
    /// track after it, which feeds that only name tracks do not tell apart.
    private func goesOn(_ airing: Airing, as element: TimelineElement) -> Bool {
        guard let onAir, onAir.trackID == airing.track.id else { return false }
        guard onAir.isSteady, airing.isSteady, let start = airing.startedAt,
            let before = onAir.anchoredAt, let length = element.duration
        else { return true }
        return start - before < max(length - limits.playTolerance, limits.playTolerance)
    }

    private mutating func goOn(_ airing: Airing, at place: Int) {
        onAir?.follow(airing)
        let keepsStart = onAir?.keepsStart ?? true
        improve(place, to: airing.improved(entries[place].element, keepsStart: keepsStart))
    }

    /// The element that it is, where that is known already.
    private func place(
        ofPlay airing: Airing, isAfterGap: Bool, at now: Timestamp
    ) -> Int? {
        let track = airing.track
        let edge = now - limits.playResumption
        if let start = airing.startedAt {
            // A player that begins a track anew, however soon, plays it again.
            let isWitnessed = airing.isPlayer && !isAfterGap
            let known = place(
                of: track.title, by: track.artist, hash: airing.textHash, around: start,
                within: isWitnessed ? limits.anchorTolerance : limits.playTolerance)
            if known != nil || !airing.isPlayer { return known }
        } else if let place = place(of: track.id), entries[place].order >= edge {
            return place
        }
        // What was on air when the hub was stopped may still be.
        guard isAfterGap, let newest = entries.last, newest.says(track.title, by: track.artist),
            newest.order >= edge
        else { return nil }
        let length = newest.element.duration
        let mayLast = length.map { airing.startedAt != nil && now <= newest.order + $0 } ?? true
        return mayLast ? entries.count - 1 : nil
    }

    private mutating func resume(_ airing: Airing, at place: Int) {
        var element = entries[place].element
        if entries[place].hasInferredLength { element.duration = nil }
        markLength(place, isInferred: false)
        onAir = OnAir(airing, id: element.id)
        improve(place, to: airing.improved(element, keepsStart: true))
    }

    /// A text that replaces one which came a moment ago was meant from the beginning.
    private mutating func correct(with airing: Airing) {
        guard let place = placeOnAir else { return }
        onAir?.trackID = airing.track.id
        improve(place, to: airing.improved(entries[place].element, keepsStart: true))
    }

    private mutating func begin(_ airing: Airing, since start: Timestamp?, at now: Timestamp) {
        var element = TimelineElement(
            track: airing.track, startedAt: start, duration: airing.duration)
        if place(of: element.id) != nil {
            element.track.id = otherID(for: airing, since: start ?? now)
        }
        var onAir = OnAir(airing, id: element.id)
        if airing.isText { onAir.correctableUntil = now + limits.titleCorrection }
        self.onAir = onAir
        add(
            AiredEntry(
                element, idHash: onAir.idHash, textHash: airing.textHash, noticed: now))
    }

    /// The id of a play whose track's own id an earlier play has.
    private func otherID(for airing: Airing, since start: Timestamp) -> String {
        var hash = StableHash()
        hash.combine(airing.track.id)
        hash.combine(limits.value.playNumber(of: start))
        return freeID(hash)
    }

    /// The element on air ends.
    ///
    /// - Parameter end: When it did; `nil` where nobody knows.
    private mutating func endElement(at end: Timestamp?) {
        defer { onAir = nil }
        guard let end, let place = placeOnAir, let start = entries[place].startedAt, end > start
        else { return }
        // Tracks fade into each other; only what was clearly cut short was not played whole.
        let length = entries[place].element.duration
        if let length, length - (end - start) <= limits.playTolerance { return }
        var element = entries[place].element
        element.duration = end - start
        improve(place, to: element)
        markLength(place, isInferred: true)
    }
}

extension Limits {
    /// A number that is the same for starts which are those of one play, most of the time.
    func playNumber(of start: Timestamp) -> Int64 {
        start.milliseconds / playTolerance.milliseconds
    }
}
