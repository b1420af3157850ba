import Expectations
import NowPlaying
import Testing

@testable import Simulator

struct StationSoundTests {
    private static let shortcodes = ["kanalrand", "weltempfang", "nachtschicht", "wackelkontakt"]

    /// The greatest step from one sample to the next of the same channel.
    private func greatestStep(in samples: [Int16]) -> Int {
        zip(samples, samples.dropFirst(2)).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test(arguments: shortcodes)
    func `it is quiet, and heard all the time`(shortcode: String) {
        let sound = StationSound(shortcode: shortcode)
        for second in 0..<32 {
            let samples = sound.samples(
                from: second * StationSound.rate, count: StationSound.rate / 8)
            let peak = samples.map { abs(Int($0)) }.max() ?? 0
            #expect((300...12_000).contains(peak), "second \(second)")
        }
    }

    @Test(arguments: shortcodes)
    func `it does not click, neither within it nor where it begins anew`(shortcode: String) {
        let sound = StationSound(shortcode: shortcode)
        let seam = sound.samples(from: StationSound.length - 4_000, count: 8_000)
        #expect(greatestStep(in: seam) < 900)
        let middle = sound.samples(from: StationSound.rate * 15, count: StationSound.rate * 2)
        #expect(greatestStep(in: middle) < 900)
    }

    @Test func `a part is the same however it is cut`() {
        let sound = StationSound(shortcode: "kanalrand")
        let whole = sound.samples(from: 70_000, count: 3_000)
        let parts =
            sound.samples(from: 70_000, count: 1_234) + sound.samples(from: 71_234, count: 1_766)
        // A sine that is begun anew may round another way.
        #expect(zip(whole, parts).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        let later = sound.samples(from: StationSound.length + 70_000, count: 3_000)
        expect(later, is: whole)
    }

    @Test func `each station has a tune of its own`() {
        let beginnings = Self.shortcodes.map {
            StationSound(shortcode: $0).samples(from: StationSound.rate, count: 2_000)
        }
        expect(Set(beginnings).count, is: beginnings.count)
    }

    @Test func `the head of the stream says what follows it`() {
        let head = WAVStream.head
        expect(head.count, is: 44)
        expect(String(decoding: head[0..<4], as: UTF8.self), is: "RIFF")
        expect(String(decoding: head[8..<16], as: UTF8.self), is: "WAVEfmt ")
        expect(Array(head[22..<28]), is: [2, 0, 0x44, 0xAC, 0, 0])
        expect(WAVStream.encode([1, -2]), is: [1, 0, 0xFE, 0xFF])
    }

    @Test func `a listener gets the time since it came and two seconds more`() {
        let begin = Instant(milliseconds: 1_000)
        var pace = SoundPace(at: begin)
        var sent = 0
        while let (place, count) = pace.next(at: begin) {
            expect(place, is: sent)
            #expect(count <= StationSound.rate / 4)
            sent += count
        }
        expect(sent, is: StationSound.rate * 2)
        expect(pace.next(at: begin + .milliseconds(100))?.count, is: 4_410)
    }

    @Test func `a listener that did not read goes on at the present`() {
        let begin = Instant(milliseconds: 0)
        var pace = SoundPace(at: begin)
        pace.skip(to: begin + .seconds(60))
        expect(pace.next(at: begin + .seconds(60))?.place, is: StationSound.rate * 60)
        pace.skip(to: begin)
        expect(pace.next(at: begin + .seconds(60))?.place, is: StationSound.rate * 60 + 11_025)
    }
}
