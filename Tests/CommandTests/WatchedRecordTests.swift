import Expectations
import HubClient
import JSON
import NowPlaying
import TestSupport
import Testing

@testable import nphub

/// Records as printers take them.
struct WatchedRecordTests {
    @Test(arguments: [
        (StationConnection.State.failing, "ONE (no such host)"),
        (.stopped, "ONE (no such host)"), (.stale, "ONE"), (.connecting, "ONE"), (.live, "ONE"),
    ])
    func `a line says why its station cannot be read`(
        connection: StationConnection.State, expected: String
    ) {
        let state = NowPlaying.make {
            $0.connection.state = connection
            $0.connection.reason = .init(code: "noSuchHost", text: "no such host")
        }
        expect(state.watchedLine, is: expected)
    }

    @Test func `a lock screen is shown as a station is`() throws {
        let state = try #require(NowPlaying(try CarFixtures.card(), session: "main"))
        expect(state.watchedLine, is: "Mara Ebb – Weir")
        expect(state.station.name, is: "Kanalrand FM")
        expect(state.playback?.position(at: Watching.began), is: .seconds(100))
        expect(NowPlaying(try CarFixtures.card(CarFixtures.idle), session: "main"), is: nil)
    }

    private func text(_ record: String) throws -> RecordText? {
        try JSONParser().parse(Array(#"{"params":{"record":\#(record)}}"#.utf8)) { RecordText($0) }
    }

    @Test func `a record is kept as it was written`() throws {
        let record =
            #"{"view":"line","epoch":"a","revision":4,"station":"one","line":"Ærø – \"A\\B\""}"#
        try expect(text(record)?.bytes, is: Array(record.utf8))
    }

    @Test func `two records are told apart by their document alone`() throws {
        let texts = [
            #"{"epoch":"a","revision":4,"station":"one","changed":["track"],"nowPlaying":{"x":1}}"#,
            #"{"epoch":"a","revision":4,"station":"one","changed":[],"nowPlaying":{"x":1}}"#,
            #"{"epoch":"a","revision":4,"station":"one","changed":[],"nowPlaying":{"x":2}}"#,
            #"{"epoch":"a","revision":4,"station":"one","removed":true}"#,
        ]
        let prints = try texts.map { try text($0)?.fingerprint }
        expect(prints[0], is: prints[1])
        expect(Set(prints).count, is: 3)
    }
}
