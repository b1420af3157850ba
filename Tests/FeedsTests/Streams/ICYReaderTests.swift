import Expectations
import Testing

@testable import Feeds

/// The titles between pieces of sound.
struct ICYReaderTests {
    private static func block(_ text: [UInt8]) -> [UInt8] {
        let length = (text.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: 16 * length - text.count)
        return [UInt8(length)] + text + padding
    }

    private static func titled(_ title: String) -> [UInt8] {
        block(Array("StreamTitle='\(title)';".utf8))
    }

    private static func titles(in blocks: [ICYMetadata?]) -> [String?] {
        blocks.map { $0.map { String(decoding: $0.title, as: UTF8.self) } }
    }

    @Test(arguments: [1, 2, 3, 7, 16, 17, 1_000])
    func `titles are the same, however the bytes were cut into pieces`(size: Int) {
        let sound = [UInt8](repeating: 7, count: 20)
        let stream =
            sound + Self.titled("A") + sound + [0] + sound
            + Self.titled(String(repeating: "B", count: 300))
            + sound + Self.titled("") + sound
        var reader = ICYReader(interval: 20)
        var found: [ICYMetadata?] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            found += reader.receive(stream[start..<min(start + size, stream.count)])
        }
        expect(
            Self.titles(in: found), is: ["A", nil, String(repeating: "B", count: 300), ""])
    }

    @Test(arguments: [
        ("StreamTitle='Mara Ebb - Undertow';", "Mara Ebb - Undertow", ""),
        ("StreamTitle='';StreamUrl='';", "", ""),
        (
            "StreamTitle='  A - B ';StreamUrl='https://x.example/a.jpg';", "A - B",
            "https://x.example/a.jpg"
        ),
        ("StreamTitle='Don't Stop';StreamUrl='u';", "Don't Stop", "u"),
        ("StreamTitle='It's 5 o'clock';", "It's 5 o'clock", ""),
        ("StreamTitle='A 'quoted'; B';StreamUrl='';", "A 'quoted'; B", ""),
        ("StreamTitle='A';b;c';", "A';b;c", ""),
        ("StreamTitle='';adw_ad='true';durationMilliseconds='30000';", "", ""),
        ("streamtitle='A';streamurl='http://x/?a=';b';", "A", "http://x/?a=';b"),
        ("StreamUrl='u';StreamTitle='A';", "A", "u"),
        ("StreamTitle='A - B'", "A - B", ""),
        ("StreamTitle='A - B", "A - B", ""),
        ("StreamTitle=A", "", ""),
        ("", "", ""),
        ("garbage", "", ""),
    ])
    func `apostrophes and what follows a title are told apart`(
        text: String, title: String, url: String
    ) {
        let metadata = ICYMetadata(Array(text.utf8) + [0, 0, 0])
        expect(String(decoding: metadata.title, as: UTF8.self), is: title)
        expect(String(decoding: metadata.url, as: UTF8.self), is: url)
    }

    @Test func `a message says what is new, and what the stream says of itself`() {
        let fields = ["icy-name": "Radio X", "icy-metaint": "16000", "icy-br": "128, 128"]
        var titles = ICYTitles(fields, encoding: nil)
        expect(titles.interval, is: 16_000)
        expect(titles.bytesPerHour, is: 57_600_000)
        let first = ICYMetadata(Array("StreamTitle='A - B';StreamUrl='http://x/c.png?a';".utf8))
        let texts = [nil, first, first, nil, ICYMetadata([])].map { block in
            titles.message(for: block).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        expect(
            texts,
            is: [
                #"{"sound":true,"name":"Radio X"}"#,
                #"{"sound":true,"name":"Radio X","title":"A - B","picture":"http://x/c.png?a"}"#,
                nil, nil, #"{"sound":true,"name":"Radio X"}"#,
            ])
    }

    @Test(arguments: ["", "0", "-1", "a", "99999999999"])
    func `a stream without a plausible interval has no titles`(text: String) {
        expect(ICYTitles(["icy-metaint": text], encoding: nil).interval, is: nil)
    }
}
