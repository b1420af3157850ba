import DesktopBus
import Hub
import Logging
import NowPlaying

/// Writes what the core observes to the log: constant messages, values as metadata.
struct EventLog {
    private let log: Logger

    init(_ log: Logger) {
        self.log = log
    }

    func write(_ observation: Observation) {
        switch observation {
        case .linkOpened(let id, let url, let stations):
            log.info(
                "link opened",
                metadata: [
                    "hub-link": "\(id.number)", "hub-url": "\(url)",
                    "hub-stations": "\(stations.count)",
                ])
        case .linkLost(let id, let url, let reason):
            log.warning("link lost", metadata: metadata(id, url, reason))
        case .linkStopped(let id, let url, let reason):
            log.error("link closed for good by the station", metadata: metadata(id, url, reason))
        case .linkEnded(let id, let url):
            log.info(
                "link ended for the new config",
                metadata: ["hub-link": "\(id.number)", "hub-url": "\(url)"])
        case .reconfigured(let summary):
            log.notice("config reloaded", metadata: metadata(summary))
        case .connectionChanged(let station, let connection):
            log.log(
                level: connection.state == .failing ? .warning : .info, "connection changed",
                metadata: metadata(station, connection))
        case .rejected(let id, let url, let code, let detail, let count):
            log.warning(
                "message rejected",
                metadata: [
                    "hub-link": "\(id.number)", "hub-url": "\(url)", "hub-code": "\(code)",
                    "hub-detail": "\(detail)", "hub-count": "\(count)",
                ])
        case .clientCut(let id, let reason):
            log.warning(
                "client cut",
                metadata: ["hub-client": "\(id.number)", "hub-reason": "\(reason)"])
        case .clockStepped(let step):
            log.notice("wall clock was set", metadata: ["hub-step": "\(step.seconds)"])
        }
    }

    func write(_ notice: MediaPlayerNotice) {
        switch notice {
        case .published(let name):
            log.info("on the session bus", metadata: ["hub-name": "\(name)"])
        case .unavailable(let reason):
            log.info(
                "no session bus: desktops do not see what plays",
                metadata: ["hub-reason": "\(reason)"])
        case .lost(let reason):
            log.warning("session bus lost", metadata: ["hub-reason": "\(reason)"])
        }
    }

    private func metadata(
        _ id: LinkID, _ url: String, _ reason: StationConnection.Reason
    ) -> Logger.Metadata {
        [
            "hub-link": "\(id.number)", "hub-url": "\(url)", "hub-code": "\(reason.code)",
            "hub-reason": "\(reason.text)",
        ]
    }

    private func metadata(_ summary: ReconfigurationSummary) -> Logger.Metadata {
        [
            "hub-added": "\(summary.added)", "hub-removed": "\(summary.removed)",
            "hub-changed": "\(summary.changed)", "hub-links": "\(summary.linksMade)",
        ]
    }

    private func metadata(
        _ station: String, _ connection: StationConnection
    ) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "hub-station": "\(station)", "hub-state": "\(connection.state.rawValue)",
        ]
        if let reason = connection.reason { metadata["hub-reason"] = "\(reason.text)" }
        return metadata
    }
}
