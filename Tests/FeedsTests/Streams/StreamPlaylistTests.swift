import Expectations
import Testing

@testable import Feeds

/// Playlists of streams.
struct StreamPlaylistTests {
    private static let place = "https://radio.example/listen/high.pls"

    private static func addresses(_ text: String) -> [String] {
        StreamPlaylist(Array(text.utf8), at: place).addresses
    }

    @Test func `a PLS has numbered addresses`() {
        let text = """
            [playlist]
            NumberOfEntries=2
            File1=http://ice.example:8000/live.mp3
            Title1=Radio X (http://radio.example)
            Length1=-1
            File2=https://ice.example/live.aac?a=b
            Version=2
            """
        expect(
            Self.addresses(text),
            is: ["http://ice.example:8000/live.mp3", "https://ice.example/live.aac?a=b"])
        expect(Self.addresses(text.split(separator: "\n").joined(separator: "\r\n")).count, is: 2)
    }

    @Test func `an M3U has an address a line`() {
        let text = """
            \u{FEFF}#EXTM3U
            #EXTINF:-1,Radio X
            http://ice.example/live.mp3?token=a=b

            low.mp3
            /mid.mp3
            http://ice.example/live.mp3?token=a=b
            """
        expect(
            Self.addresses(text),
            is: [
                "http://ice.example/live.mp3?token=a=b", "https://radio.example/listen/low.mp3",
                "https://radio.example/mid.mp3",
            ])
    }

    @Test func `other schemes, and other texts, are no addresses`() {
        expect(Self.addresses("rtsp://ice.example/a\nfile:///etc/passwd\n"), is: [])
        expect(Self.addresses("<html>\n<body>"), is: [])
        expect(Self.addresses(""), is: [])
        let many = (0..<100).map { "http://ice.example/\($0)" }.joined(separator: "\n")
        expect(Self.addresses(many).count, is: 16)
    }

    @Test func `HLS lists pieces`() {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n"
        expect(StreamPlaylist(Array(text.utf8), at: Self.place).isOfPieces, is: true)
    }

    @Test(arguments: [
        ("audio/x-scpls", "http://a.example/live", true),
        ("text/plain", "http://a/b.m3u?x=1", true),
        ("", "http://a.example/b.PLS", true), ("audio/mpeg", "http://a.example/b.m3u", false),
        ("audio/x-mpegurl", "http://a.example/b", true), ("text/plain", "http://a/b", false),
    ])
    func `a playlist is known by its type, or by its name`(
        type: String, address: String, isOne: Bool
    ) {
        expect(StreamPlaylist.isAnnounced(by: type, at: address), is: isOne)
    }
}
