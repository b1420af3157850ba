import Glibc
import Support

/// The quiet music of a station that does not exist: slow chords, and an arpeggio over them.
///
/// It is a loop without a seam: a note that lasts beyond the end goes on at the beginning. A part
/// of it follows from the station and the place in the loop alone, so that nothing is kept.
struct StationSound {
    /// Samples of each channel in a second.
    static let rate = 44_100
    /// Left and right.
    static let channels = 2
    /// Samples of each channel in the loop.
    static let length = chordLength * chordCount

    private static let chordLength = rate * 4
    private static let chordCount = 8
    private static let notesPerChord = 8
    /// Full scale is 32,767: twelve notes at once stay far below it.
    private static let loudness = 1_500.0

    /// All notes of the loop, in no order.
    private let notes: [SoundNote]

    /// The music of the station with this short code.
    init(shortcode: String) {
        var generator = SeededGenerator(seed: StableHash.number(of: shortcode))
        let root = Double(Int.random(in: 45...52, using: &generator))
        let progression = Self.progressions.pick(using: &generator)
        let chords = (0..<Self.chordCount).map { progression[$0 % progression.count] }
        var notes: [SoundNote] = []
        for (index, chord) in chords.enumerated() {
            let start = index * Self.chordLength
            let pitches = chord.map { root + Double($0) }
            notes += Self.pad(pitches, at: start)
            notes += Self.arpeggio(pitches, at: start, using: &generator)
        }
        self.notes = notes
    }

    /// Chords as semitones above a root; each fits the one after it, and the last the first.
    private static let progressions = [
        [[0, 7, 16, 23], [-3, 4, 12, 19], [5, 12, 21, 24], [7, 14, 17, 23]],
        [[0, 7, 15, 22], [-4, 3, 12, 19], [3, 10, 19, 26], [-2, 5, 14, 21]],
        [[0, 7, 14, 16], [5, 12, 16, 21], [-3, 4, 12, 19], [2, 9, 17, 24]],
        [[0, 7, 15, 19], [5, 8, 15, 24], [-2, 5, 14, 17], [3, 7, 14, 22]],
    ]

    /// Long notes that swell and fade, each over half of the chord after its own.
    private static func pad(_ pitches: [Double], at start: Int) -> [SoundNote] {
        pitches.enumerated().map { index, pitch in
            SoundNote(
                start: start, length: chordLength * 3 / 2, pitch: pitch, loudness: loudness,
                place: Double(index) / 3 * 0.6 + 0.2, shape: .swelling)
        }
    }

    /// Short notes of the chord, an octave higher and in an order of chance, with rests.
    private static func arpeggio(
        _ pitches: [Double], at start: Int, using generator: inout SeededGenerator
    ) -> [SoundNote] {
        (0..<notesPerChord).compactMap { index in
            guard index == 0 || Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
            return SoundNote(
                start: start + index * chordLength / notesPerChord, length: rate * 2,
                pitch: pitches.pick(using: &generator) + 12, loudness: loudness * 1.3,
                place: Double.random(in: 0.1...0.9, using: &generator), shape: .plucked)
        }
    }

    /// The samples from a place in the loop on, left and right in turn; they may go over its end.
    func samples(from start: Int, count: Int) -> [Int16] {
        var mix = [Double](repeating: 0, count: count * Self.channels)
        // The place and, where a note goes over the end of the loop, the same in the round before.
        let place = start % Self.length
        for note in notes {
            for round in [-Self.length, 0, Self.length] {
                note.add(to: &mix, from: place + round)
            }
        }
        return mix.map { Int16(max(-32_767, min(32_767, $0.rounded()))) }
    }
}

/// A note, and its place in time and between left and right.
struct SoundNote {
    /// The course of its loudness.
    enum Shape {
        /// Begins and ends slowly.
        case swelling
        /// Begins at once and fades.
        case plucked
    }

    let start: Int
    let length: Int
    /// Semitones, of which A at 440 Hz is the 69th.
    let pitch: Double
    let loudness: Double
    /// 0 is left, 1 is right.
    let place: Double
    let shape: Shape

    /// The samples in which a plucked note comes and at last goes, so that it does not click.
    private static let ramp = 441.0
    /// The loudness of the tones of a note, of which each is higher by the lowest one's frequency.
    private static let partials = [1, 0.25]

    /// Adds the part of the note that sounds within some samples, left and right in turn.
    func add(to mix: inout [Double], from origin: Int) {
        let first = max(0, start - origin)
        let end = min(mix.count / 2, start + length - origin)
        guard first < end else { return }
        let frequency = 440 * exp2((pitch - 69) / 12)
        for (index, part) in Self.partials.enumerated() {
            let turn = 2 * Double.pi * frequency * Double(index + 1) / Double(StationSound.rate)
            addSine(turn, part * loudness, to: &mix, first..<end, age: origin + first - start)
        }
    }

    /// Adds a sine, each value of which follows from the two before it: that is quicker than to
    /// compute each.
    private func addSine(
        _ turn: Double, _ loudness: Double, to mix: inout [Double], _ range: Range<Int>, age: Int
    ) {
        let factor = 2 * cos(turn)
        var (before, value) = (sin(turn * Double(age - 1)), sin(turn * Double(age)))
        var age = Double(age)
        for index in range {
            let sample = value * loudness * envelope(at: age)
            mix[index * 2] += sample * (1 - place)
            mix[index * 2 + 1] += sample * place
            (before, value) = (value, factor * value - before)
            age += 1
        }
    }

    /// The loudness at an age, from 0 to 1: a polynomial, since it is computed for each sample.
    private func envelope(at age: Double) -> Double {
        let part = age / Double(length)
        switch shape {
        case .swelling:
            let rise = 4 * part * (1 - part)
            return rise * rise
        case .plucked:
            let rest = 1 - part
            return min(1, age / Self.ramp) * rest * rest * rest * rest
        }
    }
}
