internal import NowPlaying

/// Something that a station broadcast, to be written, and when it was learnt.
struct HistoryNote: Hashable, Sendable {
    /// A row of one of the two tables of a station's past.
    enum Topic: Hashable, Sendable {
        case element(TimelineElement)
        /// The id of an element that is there under another one.
        case renamed(String)
        case programme(AiredProgramme)
    }

    let topic: Topic
    /// On the hub's wall clock.
    let notedAt: Timestamp

    /// The time at which it began, if known.
    var startedAt: Timestamp? {
        switch topic {
        case .element(let element): element.startedAt
        case .renamed: nil
        case .programme(let aired): aired.programme.startsAt
        }
    }

    /// About how many bytes of memory it takes.
    var weight: Int {
        let texts =
            switch topic {
            case .element(let element): element.track.weight
            case .renamed(let id): id.utf8.count
            case .programme(let aired): aired.programme.weight
            }
        return MemoryLayout<HistoryNote>.stride + texts
    }
}

extension Track {
    fileprivate var weight: Int {
        title.utf8.count + artist.weight
            + TrackField.all.reduce(0) { $0 + (details[$1]?.description).weight }
    }
}

extension Programme {
    fileprivate var weight: Int {
        title.utf8.count + id.weight + kicker.weight + artworkURL.weight
    }
}

extension String? {
    fileprivate var weight: Int { self?.utf8.count ?? 0 }
}
