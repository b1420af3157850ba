import JSON
import NowPlaying
import Views

/// Making the lines that subscriptions are owed.
extension Hub {
    /// The newest document of a pair whose turn has come; `nil` when that says nothing new.
    mutating func deliver(
        _ id: SubscriptionID, _ position: Int, at now: Moment
    ) -> Line? {
        guard let subscription = fanOut.subscriptions[id] else { return nil }
        let pair = subscription.pairs[position]
        fanOut.subscriptions[id]?.pairs[position].isQueued = false
        guard pair.owedSince != nil else { return nil }
        fanOut.subscriptions[id]?.settle(position)
        let station = subscription.station(at: position)
        let options = subscription.options
        let edition = store.document(station, options, keepsPast: subscription.wantsPatches)
        guard edition.hash != pair.delivered?.hash else {
            counters.suppressedDocuments += 1
            return nil
        }
        let revision = store.revision(of: station, options)
        let patch = subscription.wantsPatches ? patch(from: pair, to: edition, of: station) : nil
        fanOut.subscriptions[id]?.pairs[position].delivered = Pair.Delivered(
            hash: edition.hash, revision: revision, isWhole: true)
        fanOut.subscriptions[id]?.pairs[position].due = now.monotonic + subscription.minInterval
        let changes =
            pair.delivered == nil
            ? store[station].presented.presentClasses.intersection(options.relevantChanges)
            : pair.changes
        let base = pair.delivered?.revision ?? 0
        let content: RecordHead.Content =
            patch == nil ? .document(changes) : .patch(base: base, changes)
        counters.records += 1
        if patch != nil { counters.patches += 1 }
        let head = RecordHead(
            view: options.view, epoch: epoch, revision: revision, station: store.id(of: station),
            content: content)
        return line(head, body: patch ?? edition.bytes, for: id)
    }

    /// The patch that turns what a pair holds into a document; `nil` where it holds nothing to
    /// build on.
    private mutating func patch(
        from pair: Pair, to edition: DocumentShelf.Edition, of station: StationIndex
    ) -> [UInt8]? {
        guard let delivered = pair.delivered, delivered.isWhole,
            let base = store.pastDocument(station, edition.options, hash: delivered.hash)
        else { return nil }
        return instruments.patch(from: base.bytes, to: edition.bytes)
    }

    /// Wraps a record into the subscription's envelope.
    private mutating func line(
        _ head: RecordHead, body: [UInt8], for id: SubscriptionID
    ) -> Line? {
        guard let subscription = fanOut.subscriptions[id],
            let client = fanOut.clients[subscription.client]
        else { return nil }
        let sequence = subscription.sequence + 1
        fanOut.subscriptions[id]?.sequence = sequence
        var writer = JSONWriter()
        switch client.framing {
        case .records:
            head.write(into: &writer)
            return Line(head: writer.bytes, body: body, tail: Self.recordEnd)
        case .notifications:
            let resume = fanOut.subscriptions[id]?.resume(at: store.revision) ?? 0
            writer.beginNotification("update")
            writer.member("subscription", id.number)
            writer.member("sequence", sequence)
            writer.member("resume", Int(resume))
            writer.key("record")
            head.write(into: &writer)
            return Line(head: writer.bytes, body: body, tail: Self.notificationEnd)
        }
    }

    private static let recordEnd = Array("}\n".utf8)
    private static let notificationEnd = Array("}}}\n".utf8)

    /// Tells a subscription that it has been given all that was there when it began.
    mutating func synced(_ id: SubscriptionID) -> Line? {
        guard let resume = fanOut.subscriptions[id]?.resume(at: store.revision) else {
            return nil
        }
        var writer = JSONWriter()
        writer.beginNotification("synced")
        writer.member("subscription", id.number)
        writer.member("resume", Int(resume))
        return Line(head: writer.bytes, tail: Array("}}\n".utf8))
    }

    /// Owes a new subscription what is there.
    ///
    /// - Parameter since: The revision up to which its client holds everything; `nil` for nothing.
    mutating func oweAll(to id: SubscriptionID, since: Revision?, at now: Moment) {
        guard let subscription = fanOut.subscriptions[id] else { return }
        for position in subscription.pairs.indices {
            let station = subscription.station(at: position)
            if let since, store.revision(of: station, subscription.options) <= since {
                hold(id, position, since: since)
            } else {
                fanOut.owe(
                    id, position, subscription.options.relevantChanges, since: store.revision,
                    now: now.monotonic)
            }
        }
        if fanOut.clients[subscription.client]?.framing == .notifications {
            fanOut.enqueue(.synced(id), for: subscription.client)
        }
    }

    /// Notes that a subscription holds a station's present document, from an earlier life.
    private mutating func hold(_ id: SubscriptionID, _ position: Int, since: Revision) {
        guard let subscription = fanOut.subscriptions[id] else { return }
        let edition = store.document(
            subscription.station(at: position), subscription.options)
        fanOut.subscriptions[id]?.pairs[position].delivered = Pair.Delivered(
            hash: edition.hash, revision: since, isWhole: false)
    }
}

extension JSONWriter {
    /// Begins a JSON-RPC notification, up to its parameters.
    fileprivate mutating func beginNotification(_ method: String) {
        beginObject()
        member("jsonrpc", "2.0")
        member("method", method)
        beginObject("params")
    }
}
