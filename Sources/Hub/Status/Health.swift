package import NowPlaying
import Stations

/// The health of a hub, for monitors: the worst of some checks.
///
/// The words are those of the IETF's draft on health checks of HTTP APIs.
public struct Health: Equatable, Sendable {
    /// The result of a check.
    public enum Verdict: String, Sendable {
        /// All is well.
        case pass
        /// It works, but needs attention.
        case warn
        /// It does not work.
        case fail
    }

    /// A check that was made.
    public struct Check: Equatable, Sendable {
        /// The name of the check.
        public let name: Name
        /// The result of the check.
        public let verdict: Verdict
        /// A description of the problem, if the name alone does not say it.
        public let problem: String?
    }

    /// The name of a check.
    public enum Name: String, CaseIterable, Sendable {
        /// The loop comes to everything in time.
        case loop
        /// A station is live, or may become so.
        case stations
        /// The config in force is the newest one.
        case config
        /// The history database keeps what it is given.
        case history
        /// The hub does its part in its cluster. Only where it is in one.
        case cluster

        fileprivate var problem: String {
            switch self {
            case .loop: "the loop was late"
            case .stations: "no station is live"
            case .config: "the newest config has mistakes: the one before is in force"
            case .history: "the history database does not work"
            case .cluster: "the hub does not do its part in its cluster"
            }
        }
    }

    /// All checks.
    public let checks: [Check]

    /// A health made of some checks.
    package init(checks: [Check]) {
        self.checks = checks
    }

    /// The worst of them.
    public var verdict: Verdict {
        let verdicts = Set(checks.map(\.verdict))
        return verdicts.contains(.fail) ? .fail : verdicts.contains(.warn) ? .warn : .pass
    }

    /// The health as documents have it.
    ///
    /// - Parameter namesServers: Problems are reported with their reasons, which may name servers.
    package func report(namesServers: Bool) -> HubStatus.HealthReport {
        let problems = checks.filter { $0.verdict != .pass }.map { check in
            let reason = namesServers ? check.problem.map { ": \($0)" } : nil
            return check.name.problem + (reason ?? "")
        }
        var report = HubStatus.HealthReport()
        report.status = verdict.rawValue
        report.output = problems.isEmpty ? nil : problems.joined(separator: "; ")
        for check in checks {
            report.checks[check.name.rawValue] = [.init(status: check.verdict.rawValue)]
        }
        return report
    }
}

extension Hub {
    /// Returns the health of the hub.
    public func health(of process: ProcessCondition) -> Health {
        Health(
            checks: [
                .init(.loop, process.longestTurn < limits.lateTurn ? .pass : .fail),
                .init(.stations, mayHaveLiveStation ? .pass : .fail),
                .init(.config, process.isConfigurationRefused ? .warn : .pass),
                .init(.history, history.state == .failed ? .warn : .pass),
            ] + (replication == nil ? [] : [clusterCheck(of: process)]))
    }

    private func clusterCheck(of process: ProcessCondition) -> Health.Check {
        let problem = process.clusterProblem
        return .init(.cluster, problem == nil ? .pass : .warn, problem)
    }

    /// A station is live, or it is not known yet that none is.
    private var mayHaveLiveStation: Bool {
        store.present.isEmpty
            || store.present.contains { station in
                switch store.snapshot(of: station).nowPlaying.connection.state {
                case .live, .stale, .connecting: true
                case .failing, .stopped: false
                }
            }
    }
}

extension Health.Check {
    fileprivate init(_ name: Health.Name, _ verdict: Health.Verdict, _ problem: String? = nil) {
        self.init(name: name, verdict: verdict, problem: problem)
    }
}
