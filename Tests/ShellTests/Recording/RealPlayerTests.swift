import Shell
import Foundation
import Hub
import JSON
import NowPlaying
import Testing
import Views

/// Recordings of real servers that were operated, and the tracks that they played at certain
/// moments. The tracks are computed from the recordings, not from a hub's output. Titles are as
/// the hub cleans them: without markup, and divided where a stream sends a line.
struct RealPlayerTests {
    /// A station at a moment.
    private struct Moment: CustomTestStringConvertible {
        let time: Double
        let station: String
        let state: String?
        let title: String?
        let artist: String?
        let duration: Double?
        let position: Double?

        init(_ line: Substring) throws {
            let values = try JSONParser().parse(Array(line.utf8)[...]) { value in
                (
                    value["t"]?.double, value["station"]?.readable, value["state"]?.readable,
                    value["title"]?.readable, value["artist"]?.readable, value["duration"]?.double,
                    value["position"]?.double
                )
            }
            time = try #require(values.0)
            station = try #require(values.1)
            (state, title, artist) = (values.2, values.3, values.4)
            (duration, position) = (values.5, values.6)
        }

        var testDescription: String { "\(station) at \(time)" }
    }

    /// A record's state, and where it is at any time.
    private struct Shown {
        let station: String
        let state: String?
        let title: String?
        let artist: String?
        let duration: Double?
        let elapsed: Double?
        let asOf: Double?
        let rate: Double
        let quality: String?

        init?(_ record: JSONValue) {
            guard let station = record["station"]?.readable, let document = record["nowPlaying"]
            else { return nil }
            self.station = station
            state = document.value(at: "/playback/state")?.readable
            title = document.value(at: "/track/title")?.readable
            artist = document.value(at: "/track/artist")?.readable
            duration = document.value(at: "/playback/duration")?.double
            elapsed = document.value(at: "/playback/elapsed")?.double
            asOf = document.value(at: "/playback/asOf")?.double
            rate = document.value(at: "/playback/rate")?.double ?? 0
            quality = document.value(at: "/playback/quality")?.word
        }

        func position(at time: Double) -> Double? {
            guard let elapsed, let asOf else { return nil }
            return min(max(0, elapsed + rate * (time - asOf)), duration ?? .infinity)
        }
    }

    @Test(arguments: ["mopidy", "snapcast", "homeassistant", "homeassistant-mpd"])
    func `a hub shows what a real server played, when it played it`(name: String) throws {
        let lines = try RecordingFixture.text("real/\(name).jsonl").split(separator: "\n")
        let expected = try RecordingFixture.text("real/\(name).expected.jsonl")
            .split(separator: "\n").map { try Moment($0) }
        let times = try lines.map { line in
            try #require(
                try JSONParser().parse(Array(line.utf8)[...]) { $0["at"]?.double } ?? nil)
        }
        let start = try #require(times.first)
        let configuration = try ConfigurationFile.load(
            path: RecordingFixture.path("real/\(name).yaml"))
        var shown: [String: Shown] = [:]
        var output: [[UInt8]] = []
        var replay = Replay(
            configuration: configuration.hub,
            request: OutputRequest(options: DocumentOptions(view: .nowPlaying), minInterval: .zero)
        ) { output.append($0) }
        var rest = expected[...]
        for (line, time) in zip(lines, times) {
            while let moment = rest.first, start + moment.time < time {
                rest.removeFirst()
                expect(shown[moment.station], moment, at: start + moment.time)
            }
            try replay.play(Array(line.utf8)[...])
            for record in output {
                let state = try JSONParser().parse(record[...]) { Shown($0) }
                if let state { shown[state.station] = state }
            }
            output = []
        }
        for moment in rest { expect(shown[moment.station], moment, at: start + moment.time) }
        #expect(expected.count > 15)
    }

    private func expect(_ shown: Shown?, _ moment: Moment, at time: Double) {
        #expect(shown?.state == moment.state, "\(moment.testDescription)")
        #expect(shown?.title == moment.title, "\(moment.testDescription)")
        #expect(shown?.artist == moment.artist, "\(moment.testDescription)")
        if let duration = moment.duration {
            #expect(abs((shown?.duration ?? -1) - duration) < 0.01, "\(moment.testDescription)")
        }
        guard let position = moment.position else { return }
        let real = min(max(0, position), moment.duration ?? .infinity)
        let drift = shown?.position(at: time).map { abs($0 - real) } ?? .infinity
        // Without a length a position may be that of the stream: the arrival is all that is known.
        let bound = shown?.quality == "arrival" ? 1 : 0.3
        #expect(drift < bound, "\(moment.testDescription): \(drift) s from \(real)")
    }
}
