import FanOut
import Hub
import Logging
import NowPlaying
import Stations

/// Writes what the core observes to the log: constant messages, values as metadata.
final class EventLog {
    private let log: Logger

    init(_ log: Logger) {
        self.log = log
    }

    private func write(_ observation: Observation) {
        switch observation {
        case .linkOpened(let id, let url, let stations):
            log.info(
                "link opened",
                metadata: [
                    "hub-link": "\(id.number)", "hub-url": "\(url)",
                    "hub-stations": "\(stations.count)",
                ])
        case .outage(let id, let url, let stations, let news):
            write(
                news,
                [
                    "hub-link": "\(id.number)", "hub-url": "\(url)",
                    "hub-station": "\(stations.first ?? "")",
                    "hub-stations": "\(stations.count)",
                ])
        case .linkEnded(let id, let url):
            log.info(
                "link ended for the new config",
                metadata: ["hub-link": "\(id.number)", "hub-url": "\(url)"])
        case .reconfigured(let summary):
            log.notice("config reloaded", metadata: metadata(summary))
        case .connectionChanged(let station, let connection):
            // Events of a link are logged with the link, once for all of its stations.
            let isSilent = connection.reason?.code == StationConnection.Reason.silence
            log.log(
                level: isSilent && connection.state == .failing ? .warning : .info,
                "connection changed", metadata: metadata(station, connection))
        case .rejected(let id, let url, let stations, let code, let detail, let count):
            log.warning(
                "message rejected",
                metadata: [
                    "hub-link": "\(id.number)", "hub-url": "\(url)",
                    "hub-station": "\(stations.first ?? "")",
                    "hub-stations": "\(stations.count)", "hub-code": "\(code)",
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

    private func write(_ news: OutageNews, _ link: Logger.Metadata) {
        switch news {
        case .lost(let reason):
            log.warning("link lost", metadata: metadata(link, reason))
        case .stopped(let reason):
            log.error("link closed for good by the station", metadata: metadata(link, reason))
        case .lasts(let reason, let attempts, let time):
            log.warning(
                "link still lost", metadata: metadata(metadata(link, reason), attempts, time))
        case .ended(let attempts, let time):
            log.notice("link works again", metadata: metadata(link, attempts, time))
        }
    }

    private func metadata(
        _ link: Logger.Metadata, _ reason: StationConnection.Reason
    ) -> Logger.Metadata {
        let pairs: Logger.Metadata = [
            "hub-code": "\(reason.code)", "hub-reason": "\(reason.text)",
        ]
        return link.merging(pairs) { $1 }
    }

    private func metadata(
        _ link: Logger.Metadata, _ attempts: Int, _ time: Interval
    ) -> Logger.Metadata {
        let pairs: Logger.Metadata = [
            "hub-attempts": "\(attempts)", "hub-seconds": "\(time.milliseconds / 1_000)",
        ]
        return link.merging(pairs) { $1 }
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

extension EventLog: JournalSink {
    var parts: JournalParts { [] }

    func append(_ entry: JournalEntry, at now: Moment) {
        if case .observed(let observation) = entry { write(observation) }
    }
}
