import Expectations
import Support
import Testing

@testable import Feeds

struct FeedAddressTests {
    private var feed: Feed {
        var feed = Feed(type: "json", url: "")
        feed.settings["station"] = .text("a b/c")
        feed.settings["values"] = .object([Feed.Member(name: "key", value: .number(7))])
        feed.settings["staleAfter"] = .number(3)
        return feed
    }

    @Test func `settings take their places, encoded`() throws {
        let address = try FeedAddress.settled("wss://h/{station}/{key}/{rand3}/{uuid}", for: feed)
        expect(address, is: "wss://h/a%20b%2Fc/7/{rand3}/{uuid}")
    }

    @Test func `a placeholder that nothing stands for is told`() {
        #expect(
            throws: FeedAddress.UnknownPlaceholder(
                name: "staleAfter", known: ["key", "station", "rand3", "uuid"])
        ) { try FeedAddress.settled("wss://h/{staleAfter}", for: feed) }
    }

    @Test func `what is at random is new each time and has its form`() {
        var generator = SeededGenerator(seed: 3)
        let template = "wss://h/{rand3}/{uuid}/websocket"
        let form =
            #/
            wss://h/ \d{3} / [0-9a-f]{8} - [0-9a-f]{4} - 4[0-9a-f]{3} - [89ab][0-9a-f]{3} -
            [0-9a-f]{12} /websocket
            /#
        let addresses = (0..<50).map { _ in FeedAddress.dialled(template, using: &generator) }
        #expect(addresses.allSatisfy { $0.wholeMatch(of: form) != nil })
        expect(Set(addresses).count, is: 50)
        #expect(FeedAddress.shown(template).wholeMatch(of: form) != nil)
        expect(FeedAddress.dialled("wss://h/", using: &generator), is: "wss://h/")
    }
}
