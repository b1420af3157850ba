import Configuration
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
        #expect(cluster.servers == ["nats://10.0.0.1:4222"])
        #expect(cluster.name == "nphub")
        #expect(!cluster.member.isEmpty)
        #expect(cluster.replicas == 1)
        #expect(cluster.owns)
    }

    @Test func `everything else can be said`() throws {
        let cluster = try #require(
            try settings(
                """
                { nats: ["tls://u:${KEY}@nats.example"], name: radio, member: "hub-${N}", \
                credentials: hub.creds, replicas: 3, own: false }
                """, ["KEY": "secret", "N": "2"]))
        #expect(cluster.servers == ["tls://u:secret@nats.example"])
        #expect(cluster.name == "radio")
        #expect(cluster.member == "hub-2")
        #expect(cluster.credentials == "/etc/nphub/hub.creds")
        #expect(cluster.replicas == 3)
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
        #expect(complaints(text).count == 1)
        #expect(complaints(text).first?.contains(complaint) == true)
    }

    @Test func `a password is not told`() {
        #expect(complaints("{ nats: [\"u:geheim@a\"] }").allSatisfy { !$0.contains("geheim") })
    }
}
