import Expectations
import Foundation
import JSON
import NowPlaying
import Testing

@testable import Feeds

/// Messages that real servers sent or their makers published, in the folder that the variable
/// `RADIO_CAPTURES` names: one subfolder for each feed.
@Suite(.enabled(if: RadioCaptures.folder != nil))
struct RadioCaptureTests {
    private func text(_ name: String) throws -> String {
        let folder = try #require(RadioCaptures.folder)
        return try String(
            contentsOf: URL(filePath: folder).appending(path: name), encoding: .utf8)
    }

    @Test func `LISTEN.moe's documented messages are read`() throws {
        var talk = try MappedTalk.radio("listenmoe")
        _ = talk.open()
        expect(talk.receive(try text("listenmoe/docs_welcome.json")), is: ["accepted"])
        expect(talk.wait, is: 3)
        let report = try talk.reported(try text("listenmoe/docs_track_update.json"))
        let track = try #require(report.track)
        expect(track.title?.isEmpty, is: false)
        expect(track.artist?.isEmpty, is: false)
        expect(track.duration.map { $0 > .zero }, is: true)
        expect(track.positions.count, is: 1)
        expect(track.artworkURL?.hasPrefix("https://cdn.listen.moe/"), is: true)
        expect(report.history.count, is: 2)
        #expect(report.listeners?.current != nil)
        expect(talk.wait, is: 45)
    }

    @Test func `Plaza's song, in its status, is read`() throws {
        var talk = try MappedTalk.radio("plaza")
        _ = talk.open()
        let opening = try text("socketio/eio4_open_frame.txt")
        _ = talk.receive(opening.trimmingCharacters(in: .whitespacesAndNewlines))
        let connected = try text("socketio/sio5_connect_ok_frame.txt")
        expect(
            talk.receive(connected.trimmingCharacters(in: .whitespacesAndNewlines)),
            is: ["accepted"])
        let event = try text("socketio/sio5_event_frame.txt")
        _ = talk.receive(event.trimmingCharacters(in: .whitespacesAndNewlines))
        let song = try text("plaza/song.json")
        let status = #"{"song":\#(song),"listeners":1,"position":1.5,"updated_at":1734714000}"#
        let track = try talk.reported("42[\"status\",\(status)]").track
        expect(track?.title?.isEmpty, is: false)
        expect(track?.artist?.isEmpty, is: false)
        expect(track?.album?.isEmpty, is: false)
        #expect(track?.artworkURL != nil)
        expect(track?.positions.count, is: 1)
    }

    @Test func `Radiolise's documented messages are read`() throws {
        var talk = try MappedTalk.radio("radiolise")
        _ = talk.open()
        expect(talk.read(try text("radiolise/report_error.json")).rejections, is: ["serverError"])
        let report = try talk.reported(try text("radiolise/set_title.json"))
        expect(report.track?.text?.isEmpty, is: false)
    }
}

/// The folder of the captured messages.
enum RadioCaptures {
    static let folder = ProcessInfo.processInfo.environment["RADIO_CAPTURES"]
}
