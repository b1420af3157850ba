import Expectations
import Testing
import Shell

struct HostPolicyTests {
    private let policy = HostPolicy(
        hosts: HostPolicy.loopback + ["radio.example"], origins: ["https://other.example"])

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8420", true), ("127.0.0.1:1", true), ("[::1]:8420", true),
        ("[::1]", true), ("radio.example", true), ("evil.example", false), ("", false),
        ("localhost.evil.example", false), ("localhost:1:2", false), ("[::1]evil", false),
        ("[::1", false), ("localhost:1x", false), ("localhost:8420evil.example", false),
        ("localhost, evil.example", false), ("evil.example:localhost", false),
    ])
    func `a host is one of those that are listed, whatever its port`(host: String, isOwn: Bool) {
        expect(policy.admits(host: host), is: isOwn)
    }

    @Test func `an origin is the server's own if it is the host that was asked`() {
        #expect(policy.isOwn(origin: "http://localhost:8420", host: "localhost:8420"))
        #expect(policy.isOwn(origin: "https://Radio.example", host: "radio.example"))
        #expect(!policy.isOwn(origin: "http://localhost:8421", host: "localhost:8420"))
        #expect(!policy.isOwn(origin: "null", host: "localhost:8420"))
        #expect(policy.admits(origin: "https://other.example"))
        #expect(!policy.admits(origin: "http://other.example"))
        #expect(HostPolicy(hosts: [], origins: ["*"]).admits(origin: "https://any.example"))
    }
}
