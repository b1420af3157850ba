import NowPlaying

/// What a listener can go back to: the part of a timeline inside the rewind window.
struct SeekableTimeline {
    /// Everything that was broadcast, newest first, each id once, seekable or not.
    let all: [TimelineElement]
    /// What can be sought to, newest first.
    let elements: [TimelineElement]
    /// The programme on air; `nil` where there are none.
    let onAir: AiredProgramme?
    /// The programmes before it that can be sought to, newest first.
    let past: [AiredProgramme]

    init(of scene: SessionSnapshot, at time: Timestamp) {
        let session = scene.session
        let canRewind = session.station != nil && session.rewindWindow > .zero
        let edge = time - session.rewindWindow
        func isInside(_ start: Timestamp?) -> Bool {
            canRewind && start.map { $0 >= edge } ?? false
        }
        var known: Set<String> = []
        let timeline = scene.session.station == nil ? StationTimeline() : scene.timeline
        onAir = timeline.onAir
        if let onAir { known.insert(onAir.id) }
        past = timeline.past.filter {
            isInside($0.programme.startsAt) && $0.id.isIdentifier && known.insert($0.id).inserted
        }
        all = timeline.elements.filter { $0.id.isIdentifier && known.insert($0.id).inserted }
        elements = all.filter { isInside($0.startedAt) }
    }

    /// What of a programme can be sought to, newest first; without one, of everything.
    func elements(of programme: AiredProgramme?) -> [TimelineElement] {
        guard let programme, programme.programme.startsAt != nil else { return elements }
        return elements.filter { $0.startedAt.map(programme.contains) ?? false }
    }
}
