import NowPlaying

/// The part of a timeline that a listener can go back to: the one inside the rewind window.
///
/// The window's far end moves when something begins, not with time: an element that leaves it makes
/// a new document. If nothing begins, the end follows in steps.
struct SeekableTimeline {
    /// Everything that was broadcast, newest first, each id once, seekable or not.
    let all: [TimelineElement]
    /// The elements that can be sought to, newest first.
    let elements: [TimelineElement]
    /// The programme on air; `nil` where there are none.
    let onAir: AiredProgramme?
    /// The programmes before it of which something can be sought to, newest first.
    let past: [AiredProgramme]
    /// The id of the element that is heard, also while it is paused.
    let heard: String?
    /// The earliest that can be sought to; `nil` where nothing can.
    private let edge: Timestamp?

    init(of scene: SessionSnapshot, at time: Timestamp) {
        let session = scene.session
        let canRewind = session.station != nil && session.rewindWindow > .zero
        let edge = canRewind ? scene.windowEdge(at: time) : nil
        self.edge = edge
        heard = scene.presented.map { $0.track?.id } ?? scene.timeline.current
        func isInside(_ start: Timestamp?) -> Bool {
            Self.isInside(start, edge)
        }
        let timeline = scene.session.station == nil ? StationTimeline() : scene.timeline
        var known = Set<String>(minimumCapacity: timeline.elements.count)
        onAir = timeline.onAir
        if let onAir { known.insert(onAir.id) }
        let programmes = timeline.past.filter {
            $0.programme.startsAt != nil && $0.id.isIdentifier && known.insert($0.id).inserted
        }
        all = timeline.elements.filter { $0.id.isIdentifier && known.insert($0.id).inserted }
        elements = all.filter { isInside($0.startedAt) }
        let oldest = elements.last?.startedAt
        // One that the window's edge cuts keeps its place, and its id, for what is left of it.
        past = programmes.filter { past in
            isInside(past.programme.startsAt) || oldest.map(past.contains) ?? false
        }
    }

    /// True if the beginning of the programme is inside the window.
    func canSeek(toStartOf past: AiredProgramme) -> Bool {
        Self.isInside(past.programme.startsAt, edge)
    }

    /// True if the element is inside the window.
    func canSeek(to element: TimelineElement) -> Bool { Self.isInside(element.startedAt, edge) }

    private static func isInside(_ start: Timestamp?, _ edge: Timestamp?) -> Bool {
        guard let start, let edge else { return false }
        return start >= edge
    }

    /// The elements of a programme that can be sought to, newest first; without one, of everything.
    func elements(of programme: AiredProgramme?) -> [TimelineElement] {
        guard let programme, programme.programme.startsAt != nil else { return elements }
        return elements.filter { $0.startedAt.map(programme.contains) ?? false }
    }

    /// The same with the element that was on air already when the programme began, such as a track
    /// at the full hour.
    ///
    /// - Parameter current: An element that is known to be on air in the programme.
    func elements(
        heardIn programme: AiredProgramme?, with current: String?
    ) -> [TimelineElement] {
        let begun = elements(of: programme)
        guard let start = programme?.programme.startsAt,
            let last = elements.first(where: { $0.startedAt.map { $0 < start } ?? false }),
            last.id == current || last.isOnAir(at: start)
        else { return begun }
        return begun + [last]
    }
}

extension TimelineElement {
    /// True if it is known to have lasted beyond a time.
    fileprivate func isOnAir(at time: Timestamp) -> Bool {
        guard let startedAt, let duration else { return false }
        return startedAt + duration > time
    }
}

extension SessionSnapshot {
    /// The beginning of the rewind window, as lists have it.
    fileprivate func windowEdge(at time: Timestamp) -> Timestamp {
        let grace = max(session.windowGrace.milliseconds, 1)
        let step = Timestamp(milliseconds: time.milliseconds - time.milliseconds % grace)
        let newest = [
            timeline.elements.lazy.compactMap(\.startedAt).first,
            timeline.onAir?.programme.startsAt,
        ]
        return newest.compactMap(\.self).reduce(step, max) - session.rewindWindow
    }
}
