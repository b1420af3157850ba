import Expectations
import Testing

@testable import Feeds

struct PlainLayerTests {
    @Test func `a plain layer is ready at once and hands everything up and down`() {
        var talk = LayerTalk(PlainLayer())
        expect(talk.open(), is: ["ready"])
        expect(talk.receive("anything\nat all"), is: ["message anything\nat all"])
        expect(talk.send("ping", isJSON: false), is: ["send ping"])
        expect(talk.wait, is: nil)
    }

    @Test func `lines are messages of their own, blank ones are none`() {
        var talk = LayerTalk.opened(LinesLayer())
        expect(talk.receive("{}\n\n \r\n[1]\r\n"), is: ["message {}", "message [1]\r"])
        expect(talk.receive(""), is: [])
        expect(talk.send("{}"), is: ["send {}"])
    }

    @Test func `a frame full of tiny lines is cut off`() {
        var talk = LayerTalk.opened(LinesLayer())
        let told = talk.receive(String(repeating: "1\n", count: 2_000))
        expect(told.count, is: 1_025)
        expect(told.last, is: "rejected tooManyMessages")
    }
}
