import Expectations
import Testing

@testable import Feeds

/// The encoding of titles, told by their bytes.
struct TitleDecoderTests {
    private static func bytes(_ text: String, in encoding: TextEncoding) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            (0...255).first { encoding.text(of: [$0]).unicodeScalars.first == scalar } ?? 0x3F
        }
    }

    private static func decoded(_ text: String, in encoding: TextEncoding) -> String {
        var decoder = TitleDecoder()
        return decoder.text(of: bytes(text, in: encoding))
    }

    @Test(arguments: [
        "Mara Ebb - Undertow", "Björk – Jóga", "春を待つ鍵 - 夜明け", "Кино - Группа крови",
        "فيروز - نسم علينا الهوا", "",
    ])
    func `UTF-8 stays`(text: String) {
        var decoder = TitleDecoder()
        expect(decoder.text(of: Array(text.utf8)), is: text)
    }

    @Test(arguments: [
        "Björk - Jóga", "Beyoncé – Déjà Vu", "Sigur Rós - Hoppípolla", "ÉTÉ À LA PLAGE",
        "ÕÕÄÄ - ÖÖÜÜ", "ÑANDÚ - ÀÉÍÓÚ", "ÁSGEIR - ÞÖGN", "Motörhead – Ace of Spades",
        "José González – Heartbeats", "Die Ärzte - Zu spät", "Françoise Hardy - Où va la chance ?",
        "Ünlü", "Röyksopp - What Else Is There?", "é", "100 €",
    ])
    func `Western texts are Windows-1252`(text: String) {
        expect(Self.decoded(text, in: .windows1252), is: text)
    }

    @Test(arguments: [
        "Кино - Группа крови", "Алла Пугачёва - Миллион алых роз", "ЛЮБЭ - КОНЬ", "Ёлка - Прованс",
        "Океан Ельзи - Обійми", "Би-2 feat. Чичерина - Мой рок-н-ролл", "радио шансон",
    ])
    func `Russian texts are Windows-1251`(text: String) {
        expect(Self.decoded(text, in: .windows1251), is: text)
    }

    @Test(arguments: ["Кино - Группа крови", "Алла Пугачёва - Миллион алых роз", "Ария - Штиль"])
    func `Russian texts of old servers are KOI8-R, by their capitals`(text: String) {
        expect(Self.decoded(text, in: .koi8r), is: text)
    }

    @Test(arguments: [
        "Γιώργος Νταλάρας - Παραπονεμένα λόγια", "Άννα Βίσση - Δώδεκα",
        "Χάρις Αλεξίου - Το νανούρισμα",
    ])
    func `Greek texts are Windows-1253`(text: String) {
        expect(Self.decoded(text, in: .windows1253), is: text)
    }

    @Test func `a short title goes with the one before it`() {
        var decoder = TitleDecoder()
        expect(decoder.text(of: Self.bytes("Эх", in: .windows1251)), is: "Ýõ")
        _ = decoder.text(of: Self.bytes("Кино - Группа крови", in: .windows1251))
        expect(decoder.text(of: Self.bytes("Эх", in: .windows1251)), is: "Эх")
        expect(decoder.text(of: Self.bytes("Björk - Jóga", in: .windows1252)), is: "Björk - Jóga")
    }

    @Test func `an encoding in the config counts where it is not UTF-8`() {
        var decoder = TitleDecoder("windows-1250")
        let text = "Czesław Niemen - Dziwny jest ten świat"
        expect(decoder.text(of: Self.bytes(text, in: .windows1250)), is: text)
        expect(decoder.text(of: Array(text.utf8)), is: text)
        var turkish = TitleDecoder("windows-1254")
        expect(
            turkish.text(of: Self.bytes("Sezen Aksu - Şarkı", in: .windows1254)),
            is: "Sezen Aksu - Şarkı")
    }

    @Test(arguments: TextEncoding.allCases)
    func `every encoding has a character for every byte`(encoding: TextEncoding) {
        let bytes = (0...255).map { UInt8($0) }
        expect(encoding.text(of: bytes).unicodeScalars.count, is: 256)
    }
}
