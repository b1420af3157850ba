import Expectations
import Feeds
import Hub
import Protocols
import Stations
import Testing

@testable import Shell

/// The addresses of feeds of type `json`, and the settings that their schemes rule out.
struct ConfigurationTransportTests {
    private static let environment = PaperEnvironment(
        variables: [:], files: [:], feedTypes: FeedType.all)

    private func complaint(about feed: String) -> String {
        let feed = "{type: json, track: {title: /t}, \(feed)}"
        return Self.environment.complaints(about: .feed(feed)).joined(separator: "\n")
    }

    @Test(arguments: [
        (
            "url: \"ftp://h\"",
            "`url` has the scheme `ftp`, which no server of a feed has; begin with one of `ws://`, "
                + "`wss://`, `http://`, `https://`, `tcp://`, `tls://`"
        ),
        (
            "url: h",
            "`url` has no scheme; begin with one of `ws://`, `wss://`, `http://`, `https://`, "
                + "`tcp://`, `tls://`"
        ),
        (
            "url: \"tcp://h\"",
            "`url` has no port: write it behind the host, after a colon; it must be like "
                + "`tcp://radio.example:4000`"
        ),
        (
            "url: \"tcp://h:1/a\"",
            "`url` has a path, which an address with tcp:// cannot have; end it behind the port"
        ),
        (
            "url: \"wss://h\", every: 15s",
            "`every` is for other addresses than `wss://`: what is new comes without polling; "
                + "remove it"
        ),
        (
            "url: \"https://h\", every: 4s",
            "`every` is `4s`; it must be a number of seconds or a text like `500ms`, `2s`, `5m`, "
                + "from 5s to 1h"
        ),
        (
            "url: \"https://h\", open: hello",
            "`open` is for other addresses than `https://`: a server that is polled is sent no "
                + "messages; remove it"
        ),
        (
            "url: \"https://h\", tls: {fingerprint: \"\(String(repeating: "ab", count: 32))\"}",
            "`fingerprint` is for other addresses than `https://`: a server that is polled cannot be "
                + "known by its certificate's fingerprint; name the certificate's authority by "
                + "`tls: { ca: FILE }`"
        ),
        (
            "url: \"tcp://h:1\", headers: {X-Key: a}",
            "`headers` is for other addresses than `tcp://`: lines over TCP have no header fields; "
                + "remove it"
        ),
    ]) func `what an address cannot have is told with the remedy`(
        feed: String, complaint: String
    ) {
        let told = self.complaint(about: feed)
        #expect(told.hasSuffix(": " + complaint), "\(told)")
    }

    @Test(arguments: [
        "url: \"HTTPS://radio.example/now?key={station}\", station: a, every: 5",
        "url: \"http://[::1]:8000\", headers: {X-Key: a}", "url: \"tcp://h:1\", open: hello",
        "url: \"tls://h:1\", tls: {fingerprint: \"\(String(repeating: "ab", count: 32))\"}",
    ]) func `an address of each scheme is taken`(feed: String) {
        expect(complaint(about: feed), is: "")
    }

    @Test func `the shell has a transport for each scheme of the core, and for programs`() {
        let schemes = LinkScheme.schemes(of: FeedType.json).map(\.name) + ["exec"]
        expect(LinkOpener.all.flatMap(\.schemes).sorted(), is: schemes.sorted())
    }
}
