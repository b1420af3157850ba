import NowPlaying

/// The parts of a broadcast that a listener can go back to as a whole: past programmes, and hours
/// for elements of none of them, so that all of the rewind window is within reach.
struct Chapters {
    /// The part of a programme or an hour that one list shows.
    struct Chapter {
        /// Its identifier, in the form of programmes' identifiers.
        let id: String
        /// The programme's title, or its times.
        let title: String
        /// The programme's kicker and times, or its tracks.
        let detail: String
        /// The times of the whole, where they are known.
        let interval: String?
        /// It begins with the programme's or the hour's beginning, to which the listener can go.
        let isFirst: Bool
        /// The element or programme with which it begins.
        let beginning: String
        /// A programme or an hour.
        let subject: ArtworkReference.Subject
        let artworkURL: String?
        /// The earliest first.
        let elements: [TimelineElement]
        let start: Timestamp
    }

    /// The chapters of each list, newest first.
    let pages: [[Chapter]]
    /// The elements shown beside them: as much of the programme on air as there is room for, newest
    /// first; without programmes, of everything.
    let besides: [TimelineElement]
    /// The number of elements neither beside chapters nor in their lists, for want of depth.
    let elementsLeftOut: Int
    /// The number of chapters that are on no page.
    let leftOut: Int
    /// There are programmes among them.
    let hasProgrammes: Bool

    /// All chapters of the pages, newest first.
    var all: [Chapter] { pages.flatMap(\.self) }

    /// Chooses the chapters of a list of so many rows. Elements that the list shows itself need no
    /// hour.
    ///
    /// - Parameter taken: The number of rows of that list which it needs for something else.
    init(
        of timeline: SeekableTimeline, onAir current: String?, aheadBy offset: Interval,
        limits: CarPlayLimits, rows rowsMax: Int, taken: Int
    ) {
        let onAir = timeline.elements(heardIn: timeline.onAir, with: current)
        let hasLists = limits.templateDepth >= 4
        let division = Division(
            timeline: timeline, offset: offset, rows: hasLists ? limits.listItems : .max)
        func room(beside chapters: [Chapter]) -> Int {
            guard !chapters.isEmpty else { return rowsMax - taken }
            guard limits.listSections > 1 else { return 0 }
            let pages = hasLists ? (chapters.count + rowsMax - 1) / rowsMax : 1
            return max(rowsMax - taken - pages, 0)
        }
        var chapters = division.chapters(besides: onAir)
        if onAir.count > room(beside: chapters) { chapters = division.chapters(besides: []) }
        besides = Array(onAir.prefix(room(beside: chapters)))
        elementsLeftOut = hasLists ? 0 : timeline.elements.count - besides.count
        // A row of its own opens each page but the first, which the row of pictures opens.
        pages = stride(from: 0, to: chapters.count, by: rowsMax).prefix(rowsMax - taken).map {
            Array(chapters[$0..<min($0 + rowsMax, chapters.count)])
        }
        leftOut = chapters.count - pages.reduce(0) { $0 + $1.count }
        hasProgrammes = !timeline.past.isEmpty
    }
}

/// Makes chapters of a timeline.
private struct Division {
    let timeline: SeekableTimeline
    let offset: Interval
    /// The number of rows of a chapter's list.
    let rows: Int

    private static let hour = Interval.seconds(3_600)

    /// All chapters, newest first.
    ///
    /// - Parameter shown: The elements that are shown anyway.
    func chapters(besides shown: [TimelineElement]) -> [Chapters.Chapter] {
        var known = Set(shown.map(\.id))
        var chapters: [Chapters.Chapter] = []
        for past in timeline.past {
            let elements = timeline.elements(of: past)
            known.formUnion(elements.map(\.id))
            chapters += programme(past, elements.reversed())
        }
        chapters += hours(of: timeline.elements.filter { !known.contains($0.id) })
        let places = chapters.indices.sorted {
            (chapters[$1].start, $0) < (chapters[$0].start, $1)
        }
        return places.map { chapters[$0] }
    }

    /// The parts of a programme, the latest first.
    private func programme(
        _ past: AiredProgramme, _ elements: [TimelineElement]
    ) -> [Chapters.Chapter] {
        let programme = past.programme
        guard let start = programme.startsAt else { return [] }
        let isWhole = timeline.canSeek(toStartOf: past)
        return parts(of: elements, from: start, to: programme.endsAt).map { part in
            Chapters.Chapter(
                id: part.id(of: past.id), title: programme.title,
                detail: part.isFirst ? programme.line(aheadBy: offset) : interval(of: part),
                interval: programme.interval(aheadBy: offset),
                isFirst: part.isFirst && isWhole,
                beginning: part.isFirst && isWhole ? past.id : part.elements[0].id,
                subject: .programme, artworkURL: programme.artworkURL, elements: part.elements,
                start: part.since)
        }
    }

    /// The parts of the hours in which these elements began.
    private func hours(of elements: [TimelineElement]) -> [Chapters.Chapter] {
        let hours = Dictionary(grouping: elements.reversed()) { hour(of: $0.startedAt) }
        return hours.keys.sorted(by: >).flatMap { start -> [Chapters.Chapter] in
            hour(from: start, hours[start] ?? [])
        }
    }

    private func hour(
        from start: Timestamp, _ elements: [TimelineElement]
    ) -> [Chapters.Chapter] {
        let id = "h-\(start.milliseconds / 1_000)"
        return parts(of: elements, from: start, to: start + Self.hour).map { part in
            Chapters.Chapter(
                id: part.id(of: id), title: interval(of: part), detail: part.titles,
                interval: nil, isFirst: part.isFirst, beginning: part.elements[0].id,
                subject: .hour, artworkURL: nil, elements: part.elements, start: part.since)
        }
    }

    /// The beginning of the hour of a time, on the listener's clocks.
    private func hour(of time: Timestamp?) -> Timestamp {
        let local = ((time ?? Timestamp(milliseconds: 0)) + offset).milliseconds
        let passed = local % Self.hour.milliseconds
        return Timestamp(milliseconds: local - passed) - offset
    }

    private func interval(of part: ChapterPart) -> String {
        [part.since, part.until].compactMap { $0?.clock(aheadBy: offset) }.joined(separator: "–")
    }

    /// Elements in parts that a list has rows for, the latest first. The first part has a row less,
    /// for that of its beginning.
    private func parts(
        of elements: [TimelineElement], from start: Timestamp, to end: Timestamp?
    ) -> [ChapterPart] {
        let first = max(rows - 1, 1)
        var parts = [ChapterPart(number: 0, elements: Array(elements.prefix(first)), since: start)]
        var rest = elements.dropFirst(first)
        while let since = rest.first?.startedAt {
            parts[parts.count - 1].until = since
            parts.append(
                ChapterPart(number: parts.count, elements: Array(rest.prefix(rows)), since: since))
            rest = rest.dropFirst(rows)
        }
        parts[parts.count - 1].until = end
        return parts.reversed()
    }
}

/// A part of a programme or an hour.
private struct ChapterPart {
    /// The number of parts before it.
    let number: Int
    /// The earliest first.
    let elements: [TimelineElement]
    let since: Timestamp
    var until: Timestamp?

    var isFirst: Bool { number == 0 }

    func id(of whole: String) -> String { isFirst ? whole : whole + ".\(number)" }

    /// The titles of its first tracks, enough to tell which part it is.
    var titles: String {
        elements.prefix(3).map(\.track.title).joined(separator: ", ")
            + (elements.count > 3 ? " …" : "")
    }
}
