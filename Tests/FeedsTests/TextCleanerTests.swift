import Expectations
import Support
import Testing

@testable import Feeds

struct TextCleanerTests {
    private let cleaner = TextCleaner(decodesEntities: true)

    /// Compares what is written, not what is canonically equivalent.
    private func scalars(_ text: String?) -> [UInt32]? {
        text?.unicodeScalars.map(\.value)
    }

    @Test(
        arguments: [
            ("Plain title", "Plain title"), ("", nil), (" ", nil), ("\u{0}\u{1F}", nil),
            ("  two  words ", "two words"), ("tab\tand\r\nnewline", "tab and newline"),
            ("no\u{A0}break\u{3000}wide\u{2028}line", "no break wide line"),
            ("bell\u{7}s\u{85}and \u{9F}whistles", "bells and whistles"),
            ("\u{FEFF}mark", "mark"), ("zero\u{200B}width", "zerowidth"),
            ("\u{202E}gnirts\u{202C}", "gnirts"), ("\u{2067}שלום\u{2069}", "שלום"),
            ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("soft\u{AD}hyphen", "softhyphen"), ("tag\u{E0001}\u{E0041}s", "tags"),
            ("🏴\u{E0067}\u{E0062}x", "🏴x"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"
            ),
            ("Café", "Café"), ("Cafe\u{301}", "Caf\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "한"),
            ("\u{212B}", "\u{C5}"), ("日本語 Дорога ελ", "日本語 Дорога ελ"), ("ﬁ", "ﬁ"),
        ] as [(String, String?)])
    func `texts are stripped, folded, trimmed and composed`(raw: String, expected: String?) {
        expect(scalars(cleaner.text(raw)), is: scalars(expected))
    }

    @Test(arguments: [
        ("Rock &amp; Roll", "Rock & Roll"), ("I&apos;m good", "I'm good"),
        ("Lila ik&eacute;", "Lila iké"), ("&lt;3 &hearts;", "<3 ♥"), ("&#233;&#xE9;&#XE9;", "ééé"),
        ("&#150;&#x92;", "–’"), ("A&nbsp;&nbsp;B", "A B"),
        ("&Eacute;t&eacute;", "Été"), ("&zwnj;&Omega;&yuml;&thetasym;", "\u{200C}Ωÿϑ"),
        ("AT&T", "AT&T"), ("R&B; soul", "R&B; soul"), ("&unknown;", "&unknown;"), ("&;", "&;"),
        ("&#0;&#xD800;&#x110000;&#;&#x;", "&#0;&#xD800;&#x110000;&#;&#x;"),
        ("&#99999999999;", "&#99999999999;"), ("&#-5;", "&#-5;"), ("&#+65;", "&#+65;"),
        ("a & b &amp", "a & b &"), ("&&amp;", "&&"),
        ("odcie&#324 bluesa", "odcień bluesa"), ("Caf&eacute, noir", "Café, noir"),
        ("?a=1&copy=2", "?a=1&copy=2"), ("&notes", "&notes"), ("&#65B", "&#65B"),
        ("&apos n", "&apos n"), ("&hearts x", "&hearts x"),
    ])
    func `entities are decoded, and only those that are some`(raw: String, expected: String) {
        expect(scalars(cleaner.text(raw)), is: scalars(expected))
    }

    @Test(arguments: [
        ("Oak &amp;amp; Ash", "Oak & Ash"), ("&amp;eacute;t&amp;eacute;", "été"),
        ("&amp;lt;3", "<3"), ("&amp;#39;n", "'n"), ("R&amp;amp;B; soul", "R&B; soul"),
        ("&amp;amp;amp;", "&amp;"), ("Q&amp;A", "Q&A"),
    ])
    func `entities that were encoded once more are decoded once more`(
        raw: String, expected: String
    ) {
        expect(scalars(cleaner.text(raw)), is: scalars(expected))
    }

    @Test(arguments: [
        ("<b>Fjord</b>", "Fjord"), ("Fjord<br/>Deep", "Fjord Deep"), ("<B>Deep</B>", "Deep"),
        ("<font color=\"red\">Deep</font> Water", "Deep Water"),
        ("&lt;i&gt;Deep&lt;/i&gt;", "Deep"),
        ("<p>Deep</p><p>Water</p>", "Deep Water"), ("Deep</b>", "Deep"), ("<i >Deep", "Deep"),
        ("I <3 U", "I <3 U"), ("</3", "</3"), ("<PIG>", "<PIG>"), ("<|°_°|>", "<|°_°|>"),
        ("a < b > c", "a < b > c"), ("<b", "<b"), ("<<b>>", "<>"), ("<i<b>x", "<ix"),
        ("Now <b>", "Now <b>"), ("Now <b> ", "Now <b>"), ("Now <b>!</b>", "Now !"),
        ("if a<b and c>d", "if a<b and c>d"), ("x <p / y> z", "x <p / y> z"),
        ("<a href='x y' title=z>Deep</a>", "Deep"), ("<hr />Deep", "Deep"),
        ("<b =x>", "<b =x>"), ("<b x=\"y>", "<b x=\"y>"), ("<song>", "<song>"),
    ])
    func `the tags of HTML are taken away, and only those`(raw: String, expected: String) {
        expect(cleaner.text(raw), is: expected)
    }

    @Test(arguments: [
        "<id>7</id>", "403 <slot>15</slot> <name>Evening</name> http://x.example/a.jpg",
        "Show <host_id>9</host_id>",
    ])
    func `what is marked up for programs is not a name`(raw: String) {
        expect(cleaner.name(raw), is: nil)
        expect(cleaner.line(raw), is: nil)
    }

    @Test func `entities stay where the feed says so`() {
        let cleaner = TextCleaner(decodesEntities: false)
        expect(cleaner.text("Rock &amp; Roll"), is: "Rock &amp; Roll")
    }

    @Test(arguments: [
        ("BjÃ¶rk", "Björk"), ("Itâ€™s", "It’s"), ("Itâ\u{80}\u{99}s", "It’s"), ("cafÃ©", "café"),
        ("Ã€ la carte", "À la carte"), ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"), ("æ—¥æœ¬", "日本"),
        ("Ã\u{A0} bientÃ´t", "à bientôt"), ("DvoÅ™Ã¡k", "Dvořák"), ("Motley CrÃ¼e", "Motley Crüe"),
        ("BjÃƒÂ¶rk", "Björk"), ("Caf&Atilde;&copy;", "Café"), ("ðŸŽµ", "🎵"),
        ("CafÃ\u{83}Â© dÃ\u{83}Â©jÃ\u{83}Â\u{A0} bu", "Café déjà bu"),
        ("CafÃ© dÃ©jÃ bu", "Café déjà bu"), ("CafÃ© lÃ", "Café là"),
        ("MANHÃ CEDO", "MANHÃ CEDO"), ("IRMÃ", "IRMÃ"),
    ])
    func `what was taken for the wrong encoding is put right`(raw: String, expected: String) {
        expect(scalars(cleaner.text(raw)), is: scalars(expected))
    }

    @Test(arguments: [
        ("Ñèíèé ïòèöà - Äîðîãà", "Синий птица - Дорога"), ("ÒÈÕÀß ÂÎÄÀ", "ТИХАЯ ВОДА"),
        ("Ãðóïïà ¨ëêà (Live)", "Группа Ёлка (Live)"),
        ("Ï³ñíÿ ïðî ð³êó \u{96} ¹5", "Пісня про ріку – №5"),
        ("Äîáðîå óòðî\u{85}", "Доброе утро…"), ("\u{93}Çàðÿ\u{94}", "“Заря”"),
    ])
    func `Cyrillic that was taken for Latin is put right`(raw: String, expected: String) {
        expect(scalars(cleaner.text(raw)), is: scalars(expected))
    }

    @Test(arguments: [
        // Too short, or not only such letters in a word.
        "Été", "Ñandú", "ÅÄÖ", "È", "Às", "Ça et là", "Ègalitè", "Îles", "ÀÀÀÀ", "öööö", "Ææææ",
        // Misread Greek and Hebrew.
        "Ìå áíÜóá êïììÝíç", "ÊÁËÇÌÅÑÁ", "ùìåí òåìí", "Ôï ôñáãïýäé",
        // A capital behind a small letter; something that Windows-1251 has not; mostly Latin.
        "ìÎðåÒà", "Ìîðå\u{98}", "Ìîðå and the Sea of Songs",
    ])
    func `what may not be Cyrillic is left alone`(text: String) {
        let kept = String(text.unicodeScalars.filter { !(0x80..<0xA0).contains($0.value) })
        expect(scalars(cleaner.text(text)), is: scalars(kept))
    }

    @Test(arguments: [
        "Björk", "São Paulo", "IRMÃ", "Ångström", "naïve café", "CAFÉ™", "Ærø", "Öl®", "“É”", "½ ½",
        "日本 BjÃ¶rk", "Ã", "ÃÃ", "Beyoncé © 2020", "Straße «Ü»", "Motörhead – Ace", "€uro",
    ])
    func `what only looks odd is left alone`(text: String) {
        expect(scalars(cleaner.text(text)), is: scalars(text))
    }

    @Test func `long texts end between two characters, within both bounds`() {
        expect(cleaner.text(String(repeating: "x", count: 1_000))?.count, is: 1_000)
        expect(cleaner.text(String(repeating: "x", count: 1_001))?.count, is: 1_000)
        expect(cleaner.text(String(repeating: "é", count: 3_000))?.count, is: 1_000)
        expect(cleaner.text(String(repeating: "日", count: 5_000))?.count, is: 1_000)
        expect(cleaner.text(String(repeating: "🎵", count: 5_000))?.utf8.count, is: 4_000)
        let family = "👩\u{200D}👩\u{200D}👧"
        expect(cleaner.text(String(repeating: family, count: 900))?.utf8.count, is: 18 * 200)
        expect(cleaner.text(String(repeating: "x ", count: 600))?.hasSuffix("x"), is: true)
        expect(cleaner.text("e" + String(repeating: "\u{323}", count: 2_000)), is: nil)
    }

    /// A second is thousands of times what it takes, and far less than what sorting, or copying all
    /// for each reference, would take.
    @Test(arguments: [
        "\u{301}\u{316}", "&", "&amp;amp;lt;", "&#769;&#790;", "\u{1100}\u{1161}\u{11A8}", " ", "x",
        "<a ", "\u{F73}\u{F75}", "👩\u{200D}", "🇩", "Ã¶",
    ])
    func `a text of a megabyte takes no time`(unit: String) {
        let text = "e" + String(repeating: unit, count: (1 << 20) / unit.utf8.count)
        let took = ContinuousClock().measure {
            for _ in 0..<2 { #expect((cleaner.name(text)?.utf8.count ?? 0) <= 4 << 10) }
        }
        #expect(took < .seconds(4))
    }

    @Test(arguments: [
        "-", " - ", "–", "—", "--", "?", "N/A", "n/a", "Unknown", "UNKNOWN", "Unknown Artist",
        "<unknown>", "[Unknown]", "null", "undefined", "&nbsp;", "$ARTIST$", "%title%", "{{song}}",
        "${title}", "$(artist)", "$ARTIST$ - $TITLE$", "#Track_Title#", "$title", "<artist>",
        "0.flac?token=1577639510~NGRkN", "https://radio.example/stream", "x-hls:r:one?sid=37&sn=9",
    ])
    func `placeholders are not names`(raw: String) {
        expect(cleaner.name(raw), is: nil)
    }

    @Test(arguments: [
        "Untitled", "None", "Null", "Undefined", "Unknown Mortal Orchestra", "???", "0", ".",
        "The Unknown", "NA", "$ign O' The Time$", "#1", "%", "[LIVE]", "Title", "Artist", "Who?",
        "Why?=Because", "What if? x=y", "AC/DC", "re:member", "$$$",
    ])
    func `names that only resemble placeholders are names`(name: String) {
        expect(cleaner.name(name), is: name)
    }

    @Test func `cleaning what is clean changes nothing`() {
        var generator = SeededGenerator(seed: 5)
        let parts = [
            "a", " ", "&", "amp;", "é", "e\u{301}", "Ã", "¶", "\u{0}", "日", "🎵", "\t", "â€™", "-",
            "\u{202E}", "&#233;", "ÿ", "\u{200D}",
        ]
        let plain = TextCleaner(decodesEntities: false)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<12, using: &generator)
            let raw = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            guard let clean = plain.text(raw), Mojibake.repaired(clean) == nil,
                Mojibake.repairedCyrillic(clean) == nil
            else { continue }
            expect(scalars(plain.text(clean)), is: scalars(clean))
        }
    }
}
