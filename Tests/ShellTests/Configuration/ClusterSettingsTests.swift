import Expectations
import Shell
import Testing

/// The section of a cluster.
struct ClusterSettingsTests {
    private func settings(_ text: String, _ variables: [String: String] = [:]) throws
        -> ClusterSettings?
    {
        var environment = PaperEnvironment()
        environment.variables = variables
        return try environment.load(.root("cluster: \(text)")).cluster
    }

    private func complaints(_ text: String) -> [String] {
        PaperEnvironment().complaints(about: .root("cluster: \(text)"))
    }

    @Test func `servers are enough`() throws {
        let cluster = try #require(try settings("{ nats: [\"nats://10.0.0.1:4222\"] }"))
        expect(cluster.servers, is: ["nats://10.0.0.1:4222"])
        expect(cluster.name, is: "nphub")
        #expect(!cluster.member.isEmpty)
        expect(cluster.replicas, is: 1)
        #expect(cluster.owns)
    }

    @Test func `everything else can be said`() throws {
        let cluster = try #require(
            try settings(
                """
                { nats: ["tls://u:${KEY}@nats.example"], name: radio, member: "hub-${N}", \
                credentials: hub.creds, replicas: 3, own: false }
                """, ["KEY": "secret", "N": "2"]))
        expect(cluster.servers, is: ["tls://u:secret@nats.example"])
        expect(cluster.name, is: "radio")
        expect(cluster.member, is: "hub-2")
        expect(cluster.credentials, is: "/etc/nphub/hub.creds")
        expect(cluster.replicas, is: 3)
        #expect(!cluster.owns)
    }

    @Test(
        arguments: [
            ("{}", "has no `nats`"), ("{ nats: [] }", "a list of at least one address"),
            ("{ nats: [\"http://a\"] }", "not the address of a NATS server"),
            ("{ nats: [\"nats://a\"], name: \"a.b\" }", "1 to 64 of the characters"),
            ("{ nats: [\"nats://a\"], replicas: 2 }", "1, 3 or 5"),
            ("{ nats: [\"nats://a\"], onw: true }", "did you mean `own`?"),
        ])
    func `a mistake is told`(text: String, complaint: String) {
        expect(complaints(text).count, is: 1)
        expect(complaints(text).first?.contains(complaint), is: true)
    }

    @Test(
        arguments: [
            "nats://a:4222", "tls://a.example", "nats://u:p@a:1", "nats://t@[::1]:65535",
            "nats://nats_1:4222", "nats://a:4222/",
        ]) func `an address of a NATS server is taken`(address: String)
    { #expect(complaints("{ nats: [\"\(address)\"] }").isEmpty) }

    @Test(
        arguments: [
            ("nats://a:99999", "`nats[0]` has a port that is not a number from 1 to 65535"),
            ("nats://a:0", "`nats[0]` has a port that is not a number from 1 to 65535"),
            ("tls://:4222", "`nats[0]` is not the address of a NATS server"),
            ("nats://", "`nats[0]` is not the address of a NATS server"),
            ("a:4222", "`nats[0]` is not the address of a NATS server"),
        ]) func `an address at which no server can be is told`(address: String, complaint: String)
    { #expect(complaints("{ nats: [\"\(address)\"] }")[0].contains(complaint)) }

    @Test func `a password is not told`() {
        for address in ["u:geheim@a", "nats://u:geheim", "nats://u:geheim@a:0"] {
            let said = complaints("{ nats: [\"\(address)\"] }")
            #expect(said.count == 1 && !said[0].contains("geheim"))
        }
    }

    @Test func `all mistakes are told, whatever else is wrong`() {
        expect(complaints("{ nats: [a], replicas: 2, name: \"a b\", own: 1 }").count, is: 4)
        expect(complaints("{ nats: 5, replicas: 2 }").count, is: 2)
    }
}
