package import Feeds
package import NowPlaying
import Support

/// Plays from other sources fill in the past that the hub did not hear itself.
extension Timeline {
    /// Takes a feed's history, newest first, its times as they are heard.
    package mutating func fill(
        from history: some Sequence<(track: Box<ReportedTrack>, startedAt: Timestamp?)>,
        at now: Timestamp
    ) {
        guard var newer = index(at: now) else { return }
        for (track, start) in history {
            if let start {
                newer = learn(track.value, since: start, at: now) ?? newer
            } else if let known = lastIndex(of: track.name, by: track.artist) {
                newer = min(newer, known)
            } else {
                let play = play(of: track.value, since: nil, at: now)
                newer = insertUndated(play, lasting: track.duration, before: newer, at: now)
            }
        }
    }

    /// Adds a play with a known time. Returns its index if it has a place in the timeline.
    private mutating func learn(
        _ track: ReportedTrack, since start: Timestamp, at now: Timestamp
    ) -> Int? {
        if let index = index(of: track.name, by: track.artist, since: start, track.duration) {
            improve(index, from: track, since: start)
            return index
        }
        guard start <= now, let place = gap(at: start), hasRoom(at: place) else { return nil }
        let play = play(of: track, since: start, at: now)
        insert(.told(play, since: start, lasting: track.duration), at: place)
        return place
    }

    /// A play that this hub did not hear, under the identifier that others have who did.
    private func play(
        of track: ReportedTrack, since start: Timestamp?, at now: Timestamp
    ) -> Play {
        let id = id(of: TrackIdentity(track), since: (start ?? now) - delay)
        let identity = TrackIdentity.text(track.name, by: track.artist)
        return Play(track: track.track(id: id), identity: identity, startedAt: start)
    }

    /// Adds a play that is only known to come before another. Returns its index.
    private mutating func insertUndated(
        _ play: Play, lasting duration: Interval?, before newer: Int, at now: Timestamp
    ) -> Int {
        let since = (newer < spans.count ? spans[newer].since : now) - .milliseconds(1)
        guard newer == 0 || spans[newer - 1].since < since, hasRoom(at: newer) else { return newer }
        insert(.told(play, since: since, lasting: duration), at: newer)
        return newer
    }

    /// The index of a play with this text that began within a tolerance of this time.
    package func index(
        of title: String, by artist: String?, around start: Timestamp, within tolerance: Interval
    ) -> Int? {
        let edge = start - tolerance
        return spans.indices.reversed().prefix { spans[$0].since >= edge }.first { index in
            guard let play = spans[index].play, let known = play.startedAt else { return false }
            return (known - start).magnitude <= tolerance
                && play.says(title, by: artist)
        }
    }

    /// The index of a play that began about then, or was noticed under way, so that only a history
    /// knows its start.
    private func index(
        of title: String, by artist: String?, since start: Timestamp, _ duration: Interval?
    ) -> Int? {
        index(of: title, by: artist, around: start, within: limits.playTolerance)
            ?? undatedIndex(of: title, by: artist, since: start, duration)
    }

    private func undatedIndex(
        of title: String, by artist: String?, since start: Timestamp, _ duration: Interval?
    ) -> Int? {
        let earliest = start - limits.playTolerance
        let latest = start + (duration ?? limits.playTolerance) + limits.playTolerance
        return spans.indices.reversed().prefix { spans[$0].since >= earliest }.first { index in
            guard let play = spans[index].play, play.startedAt == nil else { return false }
            return spans[index].since <= latest && play.says(title, by: artist)
        }
    }

    /// Fills the gaps of a play that the hub has heard itself.
    private mutating func improve(_ index: Int, from told: ReportedTrack, since start: Timestamp) {
        // The reports describe the play on air; a history knows only how long it has lasted.
        let isOver = index < spans.count - 1
        guard let play = spans[index].play else { return }
        let duration = spans[index].onAir.value.playback?.duration
        let isOpen =
            play.track.details.lacks(anyOf: told.details)
            || duration == nil && told.duration != nil
        guard play.startedAt == nil || isOver && isOpen else { return }
        var onAir = spans[index].onAir.value
        onAir.play?.startedAt = play.startedAt ?? start
        if isOver {
            onAir.play?.track.details.fill(from: told.details)
            onAir.playback?.duration = duration ?? told.duration
        }
        guard onAir != spans[index].onAir.value else { return }
        change(index) { $0.onAir = Box(onAir) }
    }

    /// The index for a span that begins at a time of which nothing is known; `nil` if it is known.
    private func gap(at time: Timestamp) -> Int? {
        guard let index = index(at: time) else { return spans.isEmpty ? nil : 0 }
        guard index + 1 < spans.count, spans[index].since < time else { return nil }
        let isOver = spans[index].until.map { $0 - limits.playTolerance <= time } ?? false
        return isOver || spans[index].isImported || spans[index + 1].isAfterGap ? index + 1 : nil
    }

    private func hasRoom(at index: Int) -> Bool {
        index > 0 || spans.count < keeping.spans
    }

    /// The index of the newest play with this text.
    private func lastIndex(of title: String, by artist: String?) -> Int? {
        spans.lastIndex { $0.play?.says(title, by: artist) ?? false }
    }

    // MARK: Earlier lives

    /// Adds the plays and shows that an earlier run of the hub, or of the station, stored, if they
    /// are plausible and new.
    package mutating func restore(_ past: StationTimeline, at now: Timestamp) {
        programmes.restore((past.past + [past.onAir].compactMap(\.self)).reversed())
        // A play without a time is as old as the play after it.
        var newer = 0
        for element in past.elements where isUnknown(element, at: now) {
            newer = restore(element, as: .restored, before: newer, at: now)
        }
        forget(at: now)
    }

    private func isUnknown(_ element: TimelineElement, at now: Timestamp) -> Bool {
        element.id.isIdentifier && element.startedAt ?? now <= now
            && !spans.contains(play: element.id)
    }

    /// Adds a play of an earlier run. Returns its index, or that of the play that it came before.
    private mutating func restore(
        _ element: TimelineElement, as identity: TrackIdentity, before newer: Int, at now: Timestamp
    ) -> Int {
        let play = Play(track: element.track, identity: identity, startedAt: element.startedAt)
        guard let start = element.startedAt else {
            return insertUndated(play, lasting: element.duration, before: newer, at: now)
        }
        let (title, artist) = (element.track.title, element.track.artist)
        guard index(of: title, by: artist, around: start, within: .zero) == nil else {
            return newer
        }
        let since = vacantMoment(upTo: start)
        let index = (index(at: since) ?? -1) + 1
        insert(.told(play, since: since, lasting: element.duration), at: index)
        return index
    }

    /// The last moment up to another at which no span begins: feeds that count in whole seconds
    /// have two short plays begin in one of them.
    private func vacantMoment(upTo start: Timestamp) -> Timestamp {
        var (moment, index) = (start, index(at: start))
        while let taken = index, spans[taken].since == moment {
            moment = moment - .milliseconds(1)
            index = taken > 0 ? taken - 1 : nil
        }
        return moment
    }

    // MARK: Other hubs

    /// Adds the plays and shows that the hubs of a cluster have heard, newest first, if this hub
    /// has not heard them.
    package mutating func merge(_ past: StationTimeline, at now: Timestamp) {
        programmes.restore(past.past.reversed())
        // A play without a time came before the one on air.
        var newer = index(at: now) ?? spans.count
        for element in past.elements
        where element.id.isIdentifier && element.startedAt ?? now <= now {
            newer = merge(element, before: newer, at: now)
        }
        forget(at: now)
    }

    private mutating func merge(
        _ element: TimelineElement, before newer: Int, at now: Timestamp
    ) -> Int {
        if let known = index(of: element) {
            agree(on: element.id, of: known, at: now)
            end(known, as: element)
            return known
        }
        let identity = TrackIdentity.text(element.track.title, by: element.track.artist)
        return restore(element, as: identity, before: newer, at: now)
    }

    /// Of two identifiers that hubs have chosen for one play, all take the lesser once it is over.
    private mutating func agree(on id: String, of index: Int, at now: Timestamp) {
        guard var play = spans[index].play, id < play.id, !spans.contains(play: id),
            let current = self.index(at: now), spans[current].play?.id != play.id
        else { return }
        let own = play.id
        play.track.id = id
        rename(own, as: play)
    }

    /// The index of another hub's play, which that hub may have heard begin a little sooner or
    /// later.
    private func index(of element: TimelineElement) -> Int? {
        if spans.contains(play: element.id) {
            return spans.lastIndex { $0.play?.id == element.id }
        }
        let (title, artist) = (element.track.title, element.track.artist)
        guard let start = element.startedAt else { return lastIndex(of: title, by: artist) }
        return index(of: title, by: artist, since: start, element.duration)
    }

    /// The index of a play that has another identifier in another hub, where it is on air at a
    /// moment.
    func index(of play: Play, at time: Timestamp) -> Int? {
        let track = play.track
        guard play.startedAt == nil else {
            return index(of: TimelineElement(track: track, startedAt: play.startedAt))
        }
        return index(at: time).flatMap { index in
            spans[index].play?.says(track.title, by: track.artist) == true ? index : nil
        }
    }

    /// Sets the end of a play whose beginning this hub has heard, but not its end.
    private mutating func end(_ index: Int, as element: TimelineElement) {
        guard spans[index].until == nil, index + 1 < spans.count,
            spans[index + 1].isImported || spans[index + 1].isAfterGap,
            let start = element.startedAt, let duration = element.duration, duration > .zero
        else { return }
        change(index) { $0.until = max(start + duration, $0.since + .milliseconds(1)) }
    }
}

extension Timeline.Span {
    /// The span of a play from another source. If its start is unknown, only its order is known: it
    /// ends when it begins.
    fileprivate static func told(
        _ play: Play, since: Timestamp, lasting duration: Interval?
    ) -> Timeline.Span {
        let anchor = play.startedAt.map {
            Anchor(elapsed: .zero, asOf: $0, startedAt: $0, quality: .exact)
        }
        let playback = Playback(state: .playing, rate: 1, anchor: anchor, duration: duration)
        return Timeline.Span(
            since: since, until: anchor == nil ? since : duration.map { since + $0 },
            onAir: Box(OnAir(play: play, playback: playback)), isAfterGap: true,
            isImported: true)
    }
}
