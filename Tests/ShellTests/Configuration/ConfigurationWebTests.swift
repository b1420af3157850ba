import Expectations
import Shell
import Testing

/// The section `web`.
struct ConfigurationWebTests {
    @Test(
        arguments: [
            ("web: on", "1:6: `web` is `on`; it must be a mapping (`key: value`)"),
            ("web: {lisen: 127.0.0.1:1}", "1:7: unknown key `lisen`; did you mean `listen`?"),
            (
                "web: {listen: 8420}",
                "1:15: `listen` is `8420`; it must be an address and a port, such as "
                    + "127.0.0.1:8420 or [::1]:8420"
            ),
            (
                "web: {listen: \"radio.example:80\"}",
                "1:15: `listen` is `radio.example:80`; it must be an address and a port, such as "
                    + "127.0.0.1:8420 or [::1]:8420"
            ),
            (
                "web: {listen: \"127.0.0.1:65536\"}",
                "1:15: `listen` is `127.0.0.1:65536`; it must be an address and a port, such as "
                    + "127.0.0.1:8420 or [::1]:8420"
            ),
            (
                "web: {listen: \"::1:80\"}",
                "1:15: `listen` is `::1:80`; it must be an address and a port, such as "
                    + "127.0.0.1:8420 or [::1]:8420"
            ),
            (
                "web: {listen: \"0.0.0.0:80\"}",
                "1:15: 0.0.0.0 is not a loopback address, and others could read what is sent; "
                    + "add `tls: {certificate: FILE, key: FILE}`, or `behindProxy: true` where a "
                    + "proxy speaks TLS, or `insecure: true` in a home network, or listen at "
                    + "127.0.0.1"
            ),
            (
                "web: {anonymous: yes}",
                "1:18: `anonymous` is `yes`; it must be `true` or `false`, without quotes"
            ),
            (
                "web: {tokens: [a]}",
                "1:15: `tokens` is a list; it must be a text on one line, without control characters"
            ),
            (
                "web: {hosts: radio.example}",
                "1:14: `hosts` is `radio.example`; it must be a list (`- …` or `[…]`)"
            ),
            (
                "web: {hosts: [\"https://radio.example\"]}",
                "1:15: `hosts[0]` is `https://radio.example`; it must be a name without scheme and "
                    + "port, such as radio.example"
            ),
            (
                "web: {hosts: [a, \"radio.example:80\"]}",
                "1:18: `hosts[1]` is `radio.example:80`; it must be a name without scheme and "
                    + "port, such as radio.example"
            ),
            (
                "web: {origins: [radio.example]}",
                "1:17: `origins[0]` is `radio.example`; it must be the beginning of a site's "
                    + "addresses, such as https://radio.example, or *"
            ),
            (
                "web: {origins: [\"https://radio.example/\"]}",
                "1:17: `origins[0]` is `https://radio.example/`; it must be the beginning of a "
                    + "site's addresses, such as https://radio.example, or *"
            ),
            (
                "web: {tls: {certificate: a}}",
                "1:12: `web.tls` has no `key`; add `key: FILE`"
            ),
            (
                "web: {tls: {key: a}}",
                "1:12: `web.tls` has no `certificate`; add `certificate: FILE`"
            ),
            (
                "web: {tls: a.pem}", "1:12: `tls` is `a.pem`; it must be a mapping (`key: value`)"
            ),
            (
                "web: {behindProxy: 1}",
                "1:20: `behindProxy` is `1`; it must be `true` or `false`, without quotes"
            ),
            (
                "web: {behindProxy: true, addressHeader: X Forwarded}",
                "1:41: `addressHeader` is `X Forwarded`; it must be the name of a header, such as "
                    + "X-Forwarded-For"
            ),
            (
                "web: {behindProxy: true, addressHeader: \"X-Real-IP:\"}",
                "1:41: `addressHeader` is `X-Real-IP:`; it must be the name of a header, such as "
                    + "X-Forwarded-For"
            ),
            (
                "web: {behindProxy: true, addressHeader: \"\"}",
                "1:41: `addressHeader` is empty; it must be a text on one line, without control "
                    + "characters"
            ),
            (
                "web: {behindProxy: true, addressHeader: X-Größe}",
                "1:41: `addressHeader` is `X-Größe`; it must be the name of a header, such as "
                    + "X-Forwarded-For"
            ),
            (
                "web: {behindProxy: true, addressHeader: \"X-A\\nB\"}",
                "1:41: `addressHeader` is `X-A\\nB`; it must be a text on one line, without "
                    + "control characters"
            ),
            (
                "web: {behindProxy: true, addressHeader: [X-Forwarded-For]}",
                "1:41: `addressHeader` is a list; it must be a text on one line, without control "
                    + "characters"
            ),
            (
                "web: {behindProxy: true, addressHeader: Forwarded}",
                "1:41: Forwarded tells an address among other things (RFC 7239); have the proxy "
                    + "set X-Forwarded-For, and name that"
            ),
            (
                "web: {addressHeader: X-Forwarded-For}",
                "1:22: any client could send this header; add `behindProxy: true`, or remove it"
            ),
            (
                "web: {dashboard: none}",
                "1:18: `dashboard` is `none`; it must be `true` or `false`, without quotes"
            ),
        ] as [ConfigurationMistakeTests.Mistake])
    func `a wrong setting of the web server is told`(mistake: ConfigurationMistakeTests.Mistake) {
        let complaints = PaperEnvironment().complaints(about: .root(mistake.text))
        expect(complaints, is: [mistake.complaint])
    }

    @Test(
        arguments: [
            (
                "web: {listen: \"8.8.8.8:80\"}",
                "1:15: 8.8.8.8 is not a loopback address, and others could read what is sent; "
                    + "add `tls: {certificate: FILE, key: FILE}`, or `behindProxy: true` where a "
                    + "proxy speaks TLS, or listen at 127.0.0.1"
            ),
            (
                "web: {insecure: 1}",
                "1:17: `insecure` is `1`; it must be `true` or `false`, without quotes"
            ),
            (
                "web: {insecure: true}",
                "1:17: no other machine reaches 127.0.0.1; add `listen: 192.168.1.5:8420` with "
                    + "this machine's address, or remove it"
            ),
            (
                "web: {listen: \"192.168.1.5:80\", insecure: true, tokens: a}",
                "1:57: with `insecure` no token is taken: others in the network could read it; "
                    + "remove `tokens`, or replace `insecure` by `tls`"
            ),
            (
                "web: {listen: \"192.168.1.5:80\", insecure: true, behindProxy: true}",
                "1:43: `insecure` and `behindProxy` contradict each other; keep one"
            ),
            (
                "web: {listen: \"[::]:80\", insecure: true, tls: {certificate: a, key: b}}",
                "1:36: `insecure` and `tls` contradict each other; keep one"
            ),
            (
                "web: {listen: \"10.0.0.1:80\", insecure: true, anonymous: false}",
                "1:57: with `insecure` no client has a token, so that none could read; remove "
                    + "`anonymous`, or replace `insecure` by `tls`"
            ),
        ] as [ConfigurationMistakeTests.Mistake])
    func `a contradiction to a server without TLS is told`(
        mistake: ConfigurationMistakeTests.Mistake
    ) {
        let complaints = PaperEnvironment().complaints(about: .root(mistake.text))
        expect(complaints, is: [mistake.complaint])
    }

    @Test(arguments: [
        "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "169.253.0.1", "100.64.0.1",
        "[2001:db8::1]", "[fec0::1]", "[fe00::1]", "[::ffff:8.8.8.8]",
    ])
    func `a public address is refused without TLS`(host: String) {
        let complaints = PaperEnvironment().complaints(
            about: .root("web: {listen: \"\(host):80\", insecure: true}"))
        let bare = host.filter { !"[]".contains($0) }
        expect(
            complaints,
            is: [
                "1:15: \(bare) is not an address of a home network, and `insecure` is for these; "
                    + "add `tls: {certificate: FILE, key: FILE}`, or `behindProxy: true` where a "
                    + "proxy speaks TLS, or listen at 192.168.1.5"
            ])
    }

    @Test(arguments: [
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.5", "169.254.1.1", "0.0.0.0",
        "[::]", "[fd00::1]", "[fc00::1]", "[fe80::1]", "[::ffff:192.168.1.5]",
    ])
    func `a home network may do without TLS and tokens, and all clients read`(
        host: String
    ) throws {
        let web = try PaperEnvironment().load(
            .root("web: {listen: \"\(host):80\", insecure: true}")
        ).web
        expect(web?.isInsecure, is: true)
        expect(web?.allowsAnonymous, is: true)
    }

    @Test func `a wrong certificate does not hide a wrong key`() {
        expect(
            PaperEnvironment().complaints(about: .root("web: {tls: {certificate: [], key: 0}}"))
                .count,
            is: 1)
        expect(
            PaperEnvironment().complaints(about: .root("web: {tls: {certificate: [], key: []}}"))
                .count,
            is: 2)
    }

    @Test(arguments: [
        "web: {listen: \"0.0.0.0:80\", tls: {certificate: a, key: b}}",
        "web: {listen: \"[::]:80\", behindProxy: true}", "web: {listen: \"localhost:0\"}",
        "web: {listen: \"[::1]:8420\", hosts: [\"[::1]\"], origins: [\"*\", \"http://a:1\"]}",
    ])
    func `a good section is taken`(text: String) {
        #expect(PaperEnvironment().complaints(about: .root(text)).isEmpty)
    }

    @Test func `the header of a proxy is known by its name in small letters`() throws {
        let config = try PaperEnvironment().load(
            .root("web: {behindProxy: true, addressHeader: X-Forwarded-For}"))
        expect(config.web?.addressHeader, is: "x-forwarded-for")
        try expect(
            PaperEnvironment().load(.root("web: {behindProxy: true}")).web?.addressHeader, is: nil)
    }

    @Test func `clients without a token may read at an address of this machine alone`() throws {
        let environment = PaperEnvironment()
        let local = try environment.load(.root("web: {}"))
        let proxied = try environment.load(
            .root("web: {listen: \"0.0.0.0:80\", behindProxy: true}"))
        let opened = try environment.load(
            .root("web: {listen: \"0.0.0.0:80\", behindProxy: true, anonymous: true}"))
        expect(local.web?.allowsAnonymous, is: true)
        expect(proxied.web?.allowsAnonymous, is: false)
        expect(opened.web?.allowsAnonymous, is: true)
    }
}
