import Expectations
import Feeds
import Testing

/// Streams in web pages.
struct PageStreamsTests {
    private func addresses(_ page: String) -> [String] {
        PageStreams.addresses(in: Array(page.utf8), at: "https://radio.example/a/index.html")
    }

    @Test func `players and playlists in a page are found`() {
        let page = """
            <html><a href="/about">About</a><link href='style.css'>
            <audio controls><source src="https://ice.example:8443/live.mp3?a=1&amp;b=2"></audio>
            <a href="listen.pls">Winamp</a> <script>var s = {"url":"https:\\/\\/ice.example\\/stream"}
            </script><img src="/cover.jpg"><a href='https://ice.example:8443/live.mp3?a=1&amp;b=2'>
            """
        expect(
            addresses(page),
            is: [
                "https://ice.example:8443/live.mp3?a=1&b=2", "https://radio.example/a/listen.pls",
                "https://ice.example/stream",
            ])
    }

    @Test func `a page without streams has none, and of many the first are taken`() {
        expect(addresses("<html><a href='/live/tickets'>x</a>\"\"'/'"), is: [])
        let many = (0..<50).map { "<a href='/\($0).mp3'>" }.joined()
        expect(addresses(many).count, is: 4)
    }
}
