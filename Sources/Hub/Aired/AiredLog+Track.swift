import NowPlaying

/// What is on air becomes an element.
extension AiredLog {
    /// Takes what is on air; `nil` where nothing is.
    ///
    /// - Parameter isAfterGap: It became so while nothing could be heard of the station.
    mutating func note(_ airing: Airing?, isAfterGap: Bool, at now: Timestamp) {
        guard let airing else { return endElement(at: isAfterGap ? nil : now) }
        if let place = placeOnAir, goesOn(airing, as: entries[place].element) {
            return goOn(airing, at: place)
        }
        if let place = place(ofPlay: airing, isAfterGap: isAfterGap, at: now) {
            endElement(at: isAfterGap ? nil : now)
            return resume(airing, at: place)
        }
        if let until = onAir?.correctableUntil, now <= until, airing.isText, !isAfterGap {
            return correct(with: airing)
        }
        endElement(at: isAfterGap ? nil : airing.startedAt)
        begin(airing, at: now)
    }

    /// Whether it is the element that has been on air until now, and not another play of the same
    /// track after it, which feeds that only name tracks do not tell apart.
    private func goesOn(_ airing: Airing, as element: TimelineElement) -> Bool {
        guard let onAir, onAir.trackID == airing.track.id else { return false }
        guard onAir.isSteady, let start = airing.startedAt, let before = element.startedAt,
            let length = element.duration
        else { return true }
        return start - before < max(length - limits.playTolerance, limits.playTolerance)
    }

    private mutating func goOn(_ airing: Airing, at place: Int) {
        let isSteady = (onAir?.isSteady ?? false) && airing.isSteady
        onAir?.isSteady = isSteady
        // Of what was paused or moved, only the first start is when it began.
        improve(place, to: airing.improved(entries[place].element, keepsStart: !isSteady))
    }

    /// The element that it is, where that is known already.
    private func place(
        ofPlay airing: Airing, isAfterGap: Bool, at now: Timestamp
    ) -> Int? {
        let track = airing.track
        if let start = airing.startedAt {
            return place(
                of: track.title, by: track.artist, hash: airing.textHash, around: start)
        }
        let edge = now - limits.playResumption
        if let place = place(of: track.id), entries[place].order >= edge { return place }
        // What was on air when the hub was stopped may still be.
        guard isAfterGap, let newest = entries.last, newest.says(track.title, by: track.artist),
            newest.element.duration == nil, newest.order >= edge
        else { return nil }
        return entries.count - 1
    }

    private mutating func resume(_ airing: Airing, at place: Int) {
        var element = entries[place].element
        if entries[place].hasInferredLength { element.duration = nil }
        markLength(place, isInferred: false)
        onAir = OnAir(
            id: element.id, idHash: element.id.hashValue, trackID: airing.track.id,
            isText: airing.isText, isSteady: airing.isSteady)
        improve(place, to: airing.improved(element, keepsStart: true))
    }

    /// A text that replaces one which came a moment ago was meant from the beginning.
    private mutating func correct(with airing: Airing) {
        guard let place = placeOnAir else { return }
        onAir?.trackID = airing.track.id
        improve(place, to: airing.improved(entries[place].element, keepsStart: true))
    }

    private mutating func begin(_ airing: Airing, at now: Timestamp) {
        var element = TimelineElement(
            track: airing.track, startedAt: airing.startedAt, duration: airing.duration)
        var idHash = element.id.hashValue
        if place(of: element.id, hash: idHash) != nil {
            element.track.id = otherID(for: airing, at: now)
            idHash = element.id.hashValue
        }
        onAir = OnAir(
            id: element.id, idHash: idHash, trackID: airing.track.id, isText: airing.isText,
            isSteady: airing.isSteady,
            correctableUntil: airing.isText ? now + limits.titleCorrection : nil)
        add(AiredEntry(element, idHash: idHash, textHash: airing.textHash, noticed: now))
    }

    /// The id of a play whose track's own id an earlier play has.
    private func otherID(for airing: Airing, at now: Timestamp) -> String {
        var hash = StableHash()
        hash.combine(airing.track.id)
        hash.combine(limits.value.playNumber(of: airing.startedAt ?? now))
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
