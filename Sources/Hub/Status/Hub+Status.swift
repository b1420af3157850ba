import FanOut
import Feeds
public import NowPlaying
import Sessions
import Stations
import Support
import Views

/// The status of the hub.
extension Hub {
    /// The program's version (semver.org), with the commit as build metadata if it is known.
    public static let version = ["0.1.0", commitOfBuild].compactMap(\.self).joined(separator: "+")

    /// A page of the status: links first, then clients, then sessions.
    ///
    /// - Parameter start: The number of links, clients and sessions on the pages before.
    public func status(after start: Int, at now: Moment) -> HubStatus {
        let (linkIDs, clientIDs) = (links.ids, fanOut.subscriberIDs)
        let behindClients = linkIDs.count + clientIDs.count
        let count = behindClients + sessions.all.count
        let end = min(pageEnd(of: linkIDs, after: start), count)
        let page = start..<max(start, end)
        var status = summary(at: now)
        if start == 0 { addMeasurements(to: &status, at: now) }
        status.links = linkIDs.slice(page).compactMap { link($0, at: now) }
        status.clients = clientIDs.slice(page, behind: linkIDs.count).map { client($0) }
        status.sessions = sessions.all.slice(page, behind: behindClients)
            .compactMap { sessions[$0].map { HubStatus.Session($0) } }
        status.next = end < count ? end : nil
        return status
    }

    /// The parts that each page has.
    private func summary(at now: Moment) -> HubStatus {
        var status = HubStatus()
        status.version = Hub.version
        status.epoch = epoch
        status.revision = Int(fanOut.revision)
        status.startedAt = startedAt
        status.stationCount = store.present.count
        status.changesPerMinute = changeRate.perMinute(at: now.monotonic)
        status.history = HubStatus.History(history)
        status.counters = HubStatus.Counters(counters, fanOut.counters)
        return status
    }

    /// Links with many stations make pages of few links.
    private func pageEnd(of linkIDs: [LinkID], after start: Int) -> Int {
        var size = 0
        for (place, id) in linkIDs.enumerated().dropFirst(start) {
            size += links[id]?.identity.stations.count ?? 0
            if size >= limits.statusPerPage { return place + 1 }
        }
        return start + limits.statusPerPage
    }

    private func link(_ id: LinkID, at now: Moment) -> HubStatus.Link? {
        guard let link = links[id] else { return nil }
        var status = HubStatus.Link(id: id.number)
        status.url = link.identity.url
        status.feed = link.identity.route.feed.type
        status.phase = link.phase.rawValue
        status.stations = link.identity.stations.map { station($0, at: now) }
        status.counters = link.counters
        status.soundPerHour = link.soundPerHour(at: now)
        return status
    }

    private func station(_ index: StationIndex, at now: Moment) -> HubStatus.LinkedStation {
        let station = store.publication(of: index)
        let presented = station.nowPlaying
        var status = HubStatus.LinkedStation(id: presented.station.id)
        status.connection = presented.connection.state.rawValue
        status.reason = presented.connection.reason?.text
        status.since = presented.connection.since
        status.isOnline = presented.online
        status.onlineSince = station.onlineSince.map { now.wall(at: $0) }
        if presented.hasTitle {
            status.line = presented.line(in: .english)
        }
        status.changes = station.changeCount
        // A player that is paused is not stuck.
        if presented.isPlaying { status.trackSince = station.trackSince.map { now.wall(at: $0) } }
        status.untitledSince = station.untitledSince.map { now.wall(at: $0) }
        status.historyDropped = history.droppedByStation[presented.station.id]
        return status
    }

    private func client(_ id: ClientID) -> HubStatus.Client {
        var status = HubStatus.Client(id: id.number)
        status.transport = clients[id]?.transport.name ?? ""
        status.subscriptions = fanOut.subscriptions(of: id).count
        status.queued = fanOut.queuedCount(of: id)
        status.isBlocked = fanOut.fullSince(id) != nil
        return status
    }
}

extension Array {
    /// The elements of a page, if so many others come before them.
    fileprivate func slice(_ page: Range<Int>, behind count: Int = 0) -> ArraySlice<Element> {
        self[(page.lowerBound - count..<page.upperBound - count).clamped(to: indices)]
    }
}

extension HubStatus.History {
    fileprivate init(_ history: HistoryStatus) {
        self.init(state: history.state.rawValue, file: history.file, reason: history.reason)
        dropped = history.dropped
        damagedRows = history.damagedRows > 0 ? history.damagedRows : nil
    }
}

extension HubStatus.Session {
    fileprivate init(_ state: SessionState) {
        let session = state.reported
        self.init(id: session.id)
        station = session.station
        stream = session.stream
        self.state = session.state.rawValue
        isLive = session.position == .live
        followers = state.followerCount
        player = state.player?.number
    }
}

extension HubStatus.Counters {
    fileprivate init(_ counters: Counters, _ delivered: FanOutCounters) {
        self.init()
        reports = counters.reports
        suppressedReports = counters.suppressedReports
        records = delivered.records
        patches = delivered.patches
        suppressedDocuments = delivered.suppressedDocuments
        conflatedChanges = delivered.conflatedChanges
        rejections = counters.rejections
        losses = counters.losses
        cuts = counters.cuts
    }
}
