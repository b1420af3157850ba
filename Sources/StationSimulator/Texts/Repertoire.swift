import Support

/// The music that a station owns: each title once, by an artist of the same script.
struct Repertoire: Sendable {
    private let scripts: [Script]
    private let seed: UInt64

    /// The music of a station that plays `scripts`, at least one of them.
    init(scripts: [Script], seed: UInt64) {
        self.scripts = scripts.isEmpty ? [.latin] : scripts
        self.seed = seed
    }

    /// How many tracks there are.
    var count: Int {
        scripts.reduce(0) { $0 + $1.phrases.titles.count }
    }

    /// The track at `position`, which is taken modulo `count`.
    func track(at position: Int) -> SimulatedTrack {
        var rest = position % count
        for script in scripts {
            let phrases = script.phrases
            if rest < phrases.titles.count {
                return track(titled: phrases.titles[rest], from: phrases)
            }
            rest -= phrases.titles.count
        }
        crash("a position below the sum of the counts lies within one of them")
    }

    private func track(titled title: String, from phrases: Phrases) -> SimulatedTrack {
        var generator = SeededGenerator(seed: seed, stream: stableHash(title))
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
