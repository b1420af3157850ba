import Expectations
import NowPlaying
import Testing

@testable import Shell

/// Reports of plays other than lists.
struct PlayReportTests {
    private static let began = Timestamp(milliseconds: 1_700_000_000_000)

    private func play(
        _ title: String, by artist: String? = "Mara Ebb", at seconds: Int64?,
        of duration: Int64? = 200, on station: String = "one",
        _ change: (inout Track) -> Void = { _ in }
    ) -> PlayedElement {
        var track = Track(id: "\(title) \(seconds ?? 0)", title: title)
        track.artist = artist
        change(&track)
        return PlayedElement(
            station: station,
            element: TimelineElement(
                track: track, startedAt: seconds.map { Self.began + .seconds($0) },
                duration: duration.map { .seconds($0) }),
            notedAt: Self.began + .seconds(seconds ?? 0))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `titles are counted, whatever their case, the most played first`() {
        var counts = PlayCounts()
        for play in [
            play("Weir", at: 0), play("Lock", at: 200), play("WEIR", at: 400),
            play("Weir", at: 500, on: "two"), play("Weir", by: "Other", at: 600),
        ] { counts.add(play) }
        expect(counts.rows.map(\.count), is: [2, 1, 1, 1])
        expect(counts.rows[0].latest.element.track.title, is: "WEIR")
        expect(counts.rows[1].latest.element.track.artist, is: "Other")
    }

    @Test func `a report of use has a row for each recording, and no formula in it`() {
        var counts = PlayCounts()
        counts.add(
            play("=Weir, \"live\"", at: 0) {
                $0.album = "Mill"
                $0.isrc = "DEABC2600001"
                $0.label = "Tidal"
            })
        counts.add(play("News", at: 200) { $0.kind = .news })
        expect(
            text(SoundExchangeReport.text(of: counts)),
            is: """
                NAME_OF_SERVICE,TRANSMISSION_CATEGORY,FEATURED_ARTIST,SOUND_RECORDING_TITLE,ISRC,\
                ALBUM_TITLE,MARKETING_LABEL,ACTUAL_TOTAL_PERFORMANCES,AGGREGATE_TUNING_HOURS,\
                CHANNEL_OR_PROGRAM_NAME,PLAY_FREQUENCY\r
                one,,Mara Ebb,"'=Weir, ""live""\",DEABC2600001,Mill,Tidal,,,,1\r

                """)
    }

    private func index(_ plays: [PlayedElement]) -> RecordingIndex {
        var index = RecordingIndex(of: "show.mp3", from: Self.began)
        for play in plays { index.add(play) }
        return index
    }

    @Test func `a cue sheet says where tracks begin in the recording`() {
        let sheet = index([
            play("Before", at: -10), play("We\u{1B}ir \"live\"", at: 61), play("Unknown", at: nil),
            play("Lock", by: nil, at: 6_000),
        ])
        expect(
            text(sheet.cue),
            is: """
                FILE "show.mp3" MP3
                  TRACK 01 AUDIO
                    TITLE "We ir 'live'"
                    PERFORMER "Mara Ebb"
                    INDEX 01 01:01:00
                  TRACK 02 AUDIO
                    TITLE "Lock"
                    INDEX 01 100:00:00

                """)
    }

    @Test func `a cue sheet has no more than 99 tracks`() {
        let sheet = index((0..<120).map { (number: Int64) in play("t\(number)", at: number) })
        expect(sheet.count, is: 120)
        #expect(text(sheet.cue).contains("TRACK 99 ") && !text(sheet.cue).contains("TRACK 100"))
    }

    @Test func `a playlist has the part of each track`() {
        expect(
            text(index([play("Weir", at: 61), play("Lock", by: nil, at: 300, of: nil)]).m3u),
            is: """
                #EXTM3U
                #EXTINF:200,Mara Ebb - Weir
                #EXTVLCOPT:start-time=61.0
                #EXTVLCOPT:stop-time=261.0
                show.mp3
                #EXTINF:-1,Lock
                #EXTVLCOPT:start-time=300.0
                show.mp3

                """)
    }

    @Test(arguments: [1, 3, 100])
    func `what began after the end is left out`(page: Int) throws {
        let folder = try Folder()
        let keeper = try folder.keeper()
        try keeper.write((0..<10).map { .element("\($0)", ago: 100 - $0 * 10) })
        var limits = HistoryLimits()
        limits.page = page
        var ids: [String] = []
        _ = try HistoryReader(path: folder.file, limits: limits).each(
            of: nil, since: .now - .seconds(95), until: .now - .seconds(55)
        ) { ids += $0.map(\.element.id) }
        expect(ids, is: ["1", "2", "3", "4"])
    }
}
