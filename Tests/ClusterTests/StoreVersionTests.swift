import Expectations
import Cluster
import NowPlaying
import Testing

/// The version by which a NATS server greets.
struct StoreVersionTests {
    private func version(of greeting: String) -> StoreVersion? {
        StoreVersion(greeting: Array(greeting.utf8))
    }

    private func problem(of version: String, onServers count: Int = 1) -> String? {
        self.version(of: #"INFO {"server_id":"N","version":"\#(version)","proto":1} "# + "\r")?
            .problem(onServers: count)
    }

    @Test func `versions that lose streams or are too old are told with the remedy`() {
        for version in ["2.10.20", "2.10.21", "2.10.22", "2.10.22-RC.1"] {
            expect(
                problem(of: version),
                is: "NATS \(version.prefix(7)) can lose a whole stream when it is killed;"
                    + " upgrade it to 2.10.23 or later")
        }
        for version in ["1.4.1", "2.2.0", "2.8.4"] {
            expect(
                problem(of: version),
                is: "NATS \(version) is not supported; upgrade it to 2.10.23 or later")
        }
    }

    @Test func `several servers of a version that loses what they confirmed are told`() {
        for version in ["2.9.0", "2.9.25"] {
            expect(
                problem(of: version, onServers: 3),
                is: "several servers of NATS \(version) can lose what they have confirmed when one"
                    + " of them is killed; upgrade it to 2.10.23 or later")
        }
        expect(problem(of: "2.10.23", onServers: 3), is: nil)
    }

    @Test func `other versions are well`() {
        for version in ["2.9.0", "2.9.10", "2.10.19", "2.10.23", "2.11.0-preview.2", "3.0.0"] {
            expect(problem(of: version), is: nil)
        }
        expect(version(of: #"INFO {"version":"2.9.10"}"#)?.description, is: "2.9.10")
    }

    @Test func `a greeting that is none has no version`() {
        let long = String(repeating: "1", count: 300)
        for greeting in [
            "", "INFO", "INFO ", "INFO {", "-ERR 'maximum connections exceeded'\r", "INFO []",
            #"{"version":"2.9.10"}"#, "INFO {}", #"INFO {"version":2}"#, #"INFO {"version":"2.9"}"#,
            #"INFO {"version":"2.9.x"}"#, #"INFO {"version":"2.9.10.1"}"#,
            #"INFO {"version":"-2.9.10"}"#, #"INFO {"version":"2.9.99999999999"}"#,
            #"INFO {"version":"\#(long).9.1"}"#,
        ] {
            #expect(version(of: greeting) == nil, "\(greeting)")
        }
    }

    @Test func `a version that is not to be used is told on each connection, and in the status`() {
        var lone = LoneMember.joined()
        let bad = version(of: #"INFO {"version":"2.10.21"}"#)
        for version in [bad, version(of: #"INFO {"version":"2.10.23"}"#)] {
            _ = lone.takeEffects()
            lone.rejoin([], version: version)
            let notices = lone.takeEffects().filter { if case .note = $0 { true } else { false } }
            expect(
                notices,
                is: version?.problem(onServers: 1).map {
                    [.note(.store(.badVersion(problem: $0)))]
                } ?? [])
            expect(lone.status.state, is: "joined")
            expect(lone.status.reason, is: version?.problem(onServers: 1))
        }
    }
}
