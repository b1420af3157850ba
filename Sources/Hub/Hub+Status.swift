import FanOut
import Feeds
import JSON
import NowPlaying
import Sessions
import Stations
import Support
import Views

/// The hub's answer to `status`.
extension Hub {
    /// The program's version (semver.org), with the commit as build metadata if it is known.
    public static let version = ["0.1.0", commitOfBuild].compactMap(\.self).joined(separator: "+")

    /// A page of the status: links first, then clients, then sessions. The first has also sums.
    func status(after start: Int, at now: Moment) -> [UInt8] {
        let linkIDs = links.ids
        let clientIDs = fanOut.subscriberIDs
        let firstSession = linkIDs.count + clientIDs.count
        let count = firstSession + sessions.all.count
        let end = min(pageEnd(of: linkIDs, after: start), count)
        return JSONWriter.object { writer in
            writer.member("version", Hub.version)
            writer.member("epoch", epoch)
            writer.member("revision", Int(fanOut.revision))
            writer.member("startedAt", milliseconds: startedAt.milliseconds)
            writer.member("stations", store.present.count)
            writer.member("changesPerMinute", changeRate.perMinute(at: now.monotonic))
            writer.write(history)
            if start == 0 { writeSummary(into: &writer, at: now) }
            writer.beginArray("links")
            for id in linkIDs.dropFirst(start).prefix(max(0, end - start)) {
                write(id, into: &writer, at: now)
            }
            writer.endArray()
            writer.beginArray("clients")
            for place in clientIDs.indices
            where (start..<max(start, end)).contains(place + linkIDs.count) {
                write(clientIDs[place], into: &writer)
            }
            writer.endArray()
            writer.beginArray("sessions")
            for (place, index) in sessions.all.enumerated()
            where (start..<max(start, end)).contains(place + firstSession) {
                if let state = sessions[index] { writer.write(state) }
            }
            writer.endArray()
            writer.write(counters, fanOut.counters)
            if end < count { writer.member("next", end) }
        }
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

    private func write(_ id: LinkID, into writer: inout JSONWriter, at now: Moment) {
        guard let link = links[id] else { return }
        writer.beginObject()
        writer.member("id", id.number)
        writer.member("url", link.identity.url)
        writer.member("feed", link.identity.route.feed.type)
        writer.member("phase", link.phase.rawValue)
        writer.beginArray("stations")
        for station in link.identity.stations {
            write(store[station], into: &writer, at: now)
        }
        writer.endArray()
        writer.member("dials", link.counters.dials)
        writer.member("opened", link.counters.opened)
        writer.member("bytes", link.counters.bytes)
        writer.member("messages", link.counters.messages)
        writer.member("reports", link.counters.reports)
        if !link.counters.rejections.isEmpty {
            writer.write("rejections", link.counters.rejections)
        }
        writer.endObject()
    }

    private func write(_ station: StationReducer, into writer: inout JSONWriter, at now: Moment) {
        let presented = station.presented
        writer.beginObject()
        writer.member("id", presented.station.id)
        writer.member("connection", presented.connection.state.rawValue)
        writer.member("reason", presented.connection.reason?.text)
        writer.member("since", milliseconds: presented.connection.since.milliseconds)
        writer.member("online", presented.online)
        writer.member(
            "onlineSince", milliseconds: station.onlineSince.map { now.wall(at: $0).milliseconds })
        if presented.track != nil || presented.programme != nil {
            writer.member("line", presented.line(in: .english))
        }
        writer.member("changes", station.changeCount)
        writer.member(
            "trackSince",
            milliseconds: station.trackSince.map { now.wall(at: $0).milliseconds })
        writer.member("historyDropped", history.droppedByStation[presented.station.id])
        writer.endObject()
    }

    private func write(_ id: ClientID, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id.number)
        writer.member("transport", clients[id]?.transport.rawValue)
        writer.member("subscriptions", fanOut.subscriptions(of: id).count)
        writer.member("queued", fanOut.queuedCount(of: id))
        writer.member("blocked", fanOut.fullSince(id) != nil)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ history: HistoryStatus) {
        beginObject("history")
        member("state", history.state.rawValue)
        member("file", history.file)
        member("reason", history.reason)
        member("dropped", history.dropped)
        if history.damagedRows > 0 { member("damagedRows", history.damagedRows) }
        endObject()
    }

    fileprivate mutating func write(_ state: SessionState) {
        let session = state.reported
        beginObject()
        member("id", session.id)
        member("station", session.station)
        member("stream", session.stream)
        member("state", session.state.rawValue)
        member("live", session.position == .live)
        member("followers", state.followerCount)
        if let player = state.player { member("player", player.number) }
        endObject()
    }

    fileprivate mutating func write(_ counters: Counters, _ delivered: FanOutCounters) {
        beginObject("counters")
        member("reports", counters.reports)
        member("suppressedReports", counters.suppressedReports)
        member("records", delivered.records)
        member("patches", delivered.patches)
        member("suppressedDocuments", delivered.suppressedDocuments)
        member("conflatedChanges", delivered.conflatedChanges)
        write("rejections", counters.rejections)
        write("losses", counters.losses)
        write("cuts", counters.cuts)
        endObject()
    }

    fileprivate mutating func write(_ name: StaticString, _ counts: [String: Int]) {
        beginObject(name)
        for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
            key(named: reason)
            int(count)
        }
        endObject()
    }
}
