import Expectations
import NowPlaying
import Testing

@testable import Views

struct PhraseTests {
    @Test(arguments: Phrase.allCases)
    func `every phrase has words in every language`(phrase: Phrase) {
        for locale in Locale.allCases { #expect(!locale[phrase].isEmpty) }
    }

    @Test func `the hub's words are in the subscriber's language`() {
        let scene = Sample.listening { $0.timeline.onAir = nil }
        let german = Sample.carPlay(scene) { $0.locale = .german }
        expect(german.list("stations")?.title, is: "Sender")
        expect(german.texts(of: "favourites"), is: ["Noch keine Favoriten"])
        expect(german.nowPlaying?.upNextTitle, is: "Zurückspulen")
        expect(german.alert.titleVariants, is: ["Gerade nicht möglich"])
    }

    @Test(
        arguments: [
            ("", 5, ""), ("abcde", 5, "abcde"), ("abcdef", 5, "ab…"), ("äöü", 5, "ä…"),
        ])
    func `a text is cut so that the mark fits`(text: String, bytes: Int, expected: String) {
        expect(text.shortened(to: bytes), is: expected)
    }
}
