import Expectations
import Testing

@testable import Shell

struct DashboardAddressTests {
    private static let files = WebSettings.Certificate(certificate: "cert.pem", key: "key.pem")

    private func address(at host: String, _ change: (inout WebSettings) -> Void = { _ in })
        -> String
    {
        var settings = WebSettings()
        change(&settings)
        return settings.dashboardAddress(at: host, port: 8_420)
    }

    @Test func `a plain server is found at its address`() {
        expect(address(at: "127.0.0.1"), is: "http://127.0.0.1:8420/")
        expect(address(at: "::1"), is: "http://[::1]:8420/")
        expect(address(at: "192.0.2.1"), is: "http://192.0.2.1:8420/")
    }

    @Test func `a server at all addresses is found on this machine`() {
        expect(address(at: "0.0.0.0"), is: "http://127.0.0.1:8420/")
        expect(address(at: "::"), is: "http://[::1]:8420/")
    }

    @Test func `over TLS it has the certificate's name, where the config knows it`() {
        expect(address(at: "192.0.2.1") { $0.tls = Self.files }, is: "https://192.0.2.1:8420/")
        let named = address(at: "0.0.0.0") {
            $0.tls = Self.files
            $0.hosts = ["hub.example"]
        }
        expect(named, is: "https://hub.example:8420/")
    }

    @Test func `behind a proxy it has the proxy's name`() {
        let behind = address(at: "127.0.0.1") {
            $0.isBehindProxy = true
            $0.hosts = ["radio.example", "other.example"]
        }
        expect(behind, is: "https://radio.example/")
        expect(
            address(at: "127.0.0.1") { $0.isBehindProxy = true }, is: "http://127.0.0.1:8420/")
    }
}
