import NowPlaying

/// What one station has broadcast, made from what is presented of it, piece by piece.
///
/// Its times are those at which the station is heard: the station's delay is in all of them. A
/// length is the feed's word, else the time until the next element, if the hub could hear the
/// station all the while; over a gap it is unknown. What began at an unknown time is kept, but
/// cannot be sought to.
struct AiredLog: Sendable {
    /// How much is kept, and for whom.
    struct Keeping: Equatable, Sendable {
        /// What ended longer ago is forgotten.
        var window: Interval
        /// At most so many elements.
        var elements: Int
        /// Somebody writes down what is news.
        var isRemembered = false
    }

    /// So many entries are moved for each one that is forgotten, and no more.
    private static let smallCount = 16

    /// The changes that a log needs to know.
    static let concerns: ChangeClasses = [.online, .track, .playback, .programme, .history]

    let station: String
    let limits: Shared<Limits>
    var keeping: Keeping
    /// Everything that has begun, the earliest first.
    private(set) var entries: [AiredEntry] = []
    var onAir: OnAir?
    /// The id of a track that was paused before it had begun: it was not played.
    var pausedTrack: String?
    /// Programmes in the order in which they began.
    var programmes: [AiredProgramme] = []
    /// The id of the programme on air.
    var programmeOnAir: String?
    /// What is new or known better since it was asked for last; stays empty where nobody
    /// remembers.
    private var news: [Remembrance] = []

    init(station: String, limits: Shared<Limits>) {
        self.station = station
        self.limits = limits
        keeping = Keeping(window: limits.timelineWindow, elements: limits.timelineElements)
    }

    /// The log as it is shown.
    var timeline: StationTimeline {
        var elements = entries.reversed().map(\.element)
        // What returns after an interruption began before that.
        if let onAir, let place = elements.firstIndex(where: { $0.id == onAir.id }), place > 0 {
            elements.insert(elements.remove(at: place), at: 0)
        }
        return StationTimeline(
            onAir: programmes.last { $0.id == programmeOnAir },
            past: programmes.reversed().filter { $0.id != programmeOnAir }, elements: elements)
    }

    /// What is to be remembered since this was asked last.
    mutating func takeNews() -> [Remembrance] {
        if news.isEmpty { return [] }
        defer { news = [] }
        return news
    }

    /// Takes what is presented of the station.
    ///
    /// - Parameters:
    ///   - changed: What is different in it.
    ///   - broadcast: What it was made from, as it is heard.
    ///   - programme: The programme on air, which may have ended before another is known.
    ///   - name: The station's name, which is no track.
    ///   - delay: By how much the times of programmes and of the history run ahead.
    mutating func note(
        _ changed: ChangeClasses, of broadcast: Shared<Broadcast>, during programme: Programme?,
        named name: String, delay: Interval, at now: Timestamp
    ) {
        if !changed.isDisjoint(with: [.online, .track, .playback]) {
            note(
                Airing(broadcast, besides: name),
                isAfterGap: broadcast.value.afterGap.contains(.track), at: now)
        }
        if changed.contains(.programme) {
            note(
                programme?.heard(after: delay),
                isAfterGap: broadcast.value.afterGap.contains(.programme), at: now)
        }
        if changed.contains(.history) {
            backFill(broadcast.value.history, delay: delay, at: now)
        }
        forget(at: now)
    }

    /// The wall clock was set forward (or, if negative, back) by `step`. What earlier lives have
    /// noted stays: their clock was another.
    mutating func clockStepped(by step: Interval) {
        onAir?.clockStepped(by: step)
        for place in entries.indices where !entries[place].isRestored {
            entries[place].shift(by: step)
            report(entries[place])
        }
        entries.sort { $0.order < $1.order }
        shiftProgrammes(by: step)
    }

    // MARK: Elements

    /// Where the element with this id is, looked for from the newest on.
    func place(of id: String) -> Int? { place(of: id, hash: id.hashValue) }

    /// The same, where the id's hash value is known.
    func place(of id: String, hash: Int) -> Int? {
        entries.lastIndex { $0.goesBy(id, hash: hash) }
    }

    /// Where the element on air is.
    var placeOnAir: Int? { onAir.flatMap { place(of: $0.id, hash: $0.idHash) } }

    /// Where an element with this text, of which `hash` is the hash value, is that began within a
    /// tolerance of this time.
    func place(
        of title: String, by artist: String?, hash: Int, around start: Timestamp,
        within tolerance: Interval
    ) -> Int? {
        let edge = start - tolerance
        for place in entries.indices.reversed() {
            if entries[place].order < edge { return nil }
            if entries[place].textHash == hash, let known = entries[place].startedAt,
                (known - start).magnitude <= tolerance,
                entries[place].says(title, by: artist)
            {
                return place
            }
        }
        return nil
    }

    /// Whether an element that began then would be kept.
    func hasRoom(since start: Timestamp) -> Bool {
        guard let oldest = entries.first, entries.count >= keeping.elements else { return true }
        return start > oldest.order
    }

    /// Adds an element.
    mutating func add(_ entry: AiredEntry) {
        let place = entries.lastIndex { $0.order <= entry.order }.map { $0 + 1 } ?? 0
        entries.insert(entry, at: place)
        report(entry)
    }

    /// Replaces what is known of an element, if it differs.
    mutating func improve(_ place: Int, to element: TimelineElement) {
        guard entries[place].element != element else { return }
        let order = entries[place].order
        entries[place].become(element)
        report(entries[place])
        if entries[place].order != order { entries.sort { $0.order < $1.order } }
    }

    /// Notes that an element's length is, or is not, only that until the next.
    mutating func markLength(_ place: Int, isInferred: Bool) {
        entries[place].hasInferredLength = isInferred
    }

    /// An id that no element has: the hash, or one that is made of it.
    func freeID(_ hash: StableHash) -> String {
        var hash = hash
        while place(of: hash.text) != nil { hash.combine(1) }
        return hash.text
    }

    private mutating func report(_ entry: AiredEntry) {
        guard keeping.isRemembered else { return }
        news.append(.element(entry.element, station: station))
    }

    /// Has a programme remembered.
    mutating func report(_ programme: AiredProgramme) {
        guard keeping.isRemembered else { return }
        news.append(.programme(programme, station: station))
    }

    // MARK: What was before, and is no more

    /// Takes what an earlier life of the hub, or of the station, has noted, where it is plausible
    /// and not known.
    mutating func restore(_ timeline: StationTimeline, at now: Timestamp) {
        var known = Set(entries.map(\.element.id) + programmes.map(\.id))
        // What has no time is as old as what came after it.
        var order = entries.first?.order ?? now
        var restored: [AiredEntry] = []
        for element in timeline.elements
        where element.id.isIdentifier && (element.startedAt ?? now) <= now {
            guard known.insert(element.id).inserted else { continue }
            let entry = AiredEntry(element, noticed: order, isRestored: true)
            order = min(order, entry.order)
            restored.append(entry)
        }
        entries = restored.reversed() + entries
        entries.sort { $0.order < $1.order }
        let past = timeline.past.reversed() + [timeline.onAir].compactMap { $0 }
        let unknown = past.filter { $0.id.isIdentifier && known.insert($0.id).inserted }
        programmes = unknown + programmes
        forget(at: now)
    }

    /// Forgets what ended before the window began, and what is too much.
    private mutating func forget(at now: Timestamp) {
        let edge = now - keeping.window
        let old = entries.prefix { $0.order < edge && $0.end < edge }.count
        let excess = max(old, entries.count - keeping.elements)
        // Many at a time, because all that stay are moved.
        if excess > keeping.elements / 4 || (excess > 0 && entries.count <= Self.smallCount) {
            // What is on air stays, however long it has been.
            let kept = placeOnAir.flatMap { $0 < excess ? entries[$0] : nil }
            entries.removeFirst(excess)
            if let kept { entries.insert(kept, at: 0) }
        }
        programmes.removeAll {
            $0.id != programmeOnAir && ($0.programme.endsAt ?? $0.programme.startsAt ?? now) < edge
        }
        if programmes.count > limits.timelineProgrammes { programmes.removeFirst() }
    }
}
