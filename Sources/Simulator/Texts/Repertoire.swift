import Support

/// The music that a station owns: each title once, by an artist of the same writing system.
struct Repertoire: Sendable {
    private let writingSystems: [WritingSystem]
    private let seed: UInt64

    /// The music of a station that plays `writingSystems`, at least one of them.
    init(writingSystems: [WritingSystem], seed: UInt64) {
        self.writingSystems = writingSystems.isEmpty ? [.latin] : writingSystems
        self.seed = seed
    }

    /// The number of tracks.
    var count: Int {
        writingSystems.reduce(0) { $0 + $1.phrases.titles.count }
    }

    /// The track at `position`, which is taken modulo `count`.
    func track(at position: Int) -> SimulatedTrack {
        var rest = position % count
        for system in writingSystems {
            let phrases = system.phrases
            if rest < phrases.titles.count {
                return track(titled: phrases.titles[rest], from: phrases)
            }
            rest -= phrases.titles.count
        }
        crash("a position below the sum of the counts lies within one of them")
    }

    private func track(titled title: String, from phrases: Phrases) -> SimulatedTrack {
        var generator = SeededGenerator(seed: seed, stream: StableHash.number(of: title))
        return SimulatedTrack(
            artist: phrases.artists.pick(using: &generator),
            title: title,
            album: phrases.albums.pick(using: &generator),
            genre: Phrases.genres.pick(using: &generator))
    }
}

extension Array {
    /// An element at random of an array that is not empty.
    func pick(using generator: inout SeededGenerator) -> Element {
        self[Int.random(in: indices, using: &generator)]
    }
}
