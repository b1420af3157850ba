import Expectations
import Hub
import Sessions
import Testing

@testable import Shell

/// The settings that a running hub cannot apply.
struct FixedSettingsTests {
    private static func configuration(
        _ change: (inout ProgramConfiguration) -> Void = { _ in }
    ) -> ProgramConfiguration {
        var configuration = ProgramConfiguration(hub: HubConfiguration(stations: []))
        change(&configuration)
        return configuration
    }

    private func differences(_ change: (inout ProgramConfiguration) -> Void) -> [String] {
        Self.configuration(change).fixedSettings(differingFrom: Self.configuration())
    }

    @Test func `settings of the socket, the history and the desktop are named`() {
        expect(differences { $0.socket.path = "/run/other.sock" }, is: ["socket.path"])
        expect(differences { $0.socket.mode = 0o660 }, is: ["socket.mode"])
        expect(differences { $0.socket.group = "audio" }, is: ["socket.group"])
        expect(differences { $0.history = HistorySettings(file: "h") }, is: ["history"])
        expect(differences { $0.desktop.session = nil }, is: ["mpris"])
        expect(differences { $0.cluster = ClusterSettings(servers: ["nats://a"]) }, is: ["cluster"])
    }

    @Test func `what the hub can apply is not among them`() {
        let differences = differences {
            $0.hub.sessions["car"] = SessionConfiguration()
        }
        #expect(differences.isEmpty)
    }
}
