import NowPlaying

/// What the feed itself says of the past fills what the hub did not hear.
extension AiredLog {
    /// Takes a feed's history, newest first.
    mutating func backFill(_ history: [PlayedTrack], delay: Interval, at now: Timestamp) {
        for (age, played) in history.enumerated() {
            if let start = played.startedAt {
                learn(played, since: start + delay, at: now)
            } else {
                keepUntimed(played, age: age, at: now)
            }
        }
    }

    private mutating func learn(
        _ played: PlayedTrack, since start: Timestamp, at now: Timestamp
    ) {
        guard start <= now, start >= now - keeping.window, hasRoom(since: start) else { return }
        let texts = AiredEntry.textHash(of: played.title, by: played.artist)
        let known = place(
            of: played.title, by: played.artist, hash: texts, around: start,
            within: limits.playTolerance)
        if let place = known ?? untimedPlace(of: played, since: start) {
            return fill(place, from: played, since: start)
        }
        var hash = textHash(of: played)
        hash.combine(limits.value.playNumber(of: start))
        let track = played.track(id: freeID(hash))
        add(
            AiredEntry(
                TimelineElement(track: track, startedAt: start, duration: played.duration),
                noticed: now))
    }

    /// Where the play is that was noticed under way, and of which only the history knows when it
    /// began.
    private func untimedPlace(of played: PlayedTrack, since start: Timestamp) -> Int? {
        let latest = start + (played.duration ?? limits.playTolerance) + limits.playTolerance
        return entries.lastIndex {
            $0.startedAt == nil && $0.order >= start && $0.order <= latest
                && $0.says(played.title, by: played.artist)
        }
    }

    /// Fills what is open of an element that the hub has heard itself.
    private mutating func fill(_ place: Int, from played: PlayedTrack, since start: Timestamp) {
        var element = entries[place].element
        element.startedAt = element.startedAt ?? start
        element.track.album = element.track.album ?? played.album
        element.track.artworkURL = element.track.artworkURL ?? played.artworkURL
        element.track.kind = element.track.kind ?? played.kind
        // Of what is on air still, a history knows only how long it has been.
        let isOpen = element.duration == nil || entries[place].hasInferredLength
        if isOpen, element.id != onAir?.id, let duration = played.duration {
            element.duration = duration
            markLength(place, isInferred: false)
        }
        improve(place, to: element)
    }

    /// Keeps what was played at a time that nobody knows; once, for nothing tells plays apart.
    private mutating func keepUntimed(_ played: PlayedTrack, age: Int, at now: Timestamp) {
        guard entries.count < keeping.elements,
            !entries.contains(where: { $0.says(played.title, by: played.artist) })
        else { return }
        let track = played.track(id: freeID(textHash(of: played)))
        // Below what is on air, in the order of the history.
        let noticed = now - .milliseconds(Int64(age) + 1)
        add(
            AiredEntry(
                TimelineElement(track: track, startedAt: nil, duration: played.duration),
                noticed: noticed))
    }

    private func textHash(of played: PlayedTrack) -> StableHash {
        var hash = StableHash()
        hash.combine(station)
        hash.combine(played.artist ?? "")
        hash.combine(played.title)
        return hash
    }
}

extension PlayedTrack {
    fileprivate func track(id: String) -> Track {
        var track = Track(id: id, title: title)
        track.artist = artist
        track.album = album
        track.artworkURL = artworkURL
        track.kind = kind
        return track
    }
}
