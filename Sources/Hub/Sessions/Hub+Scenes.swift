import JSON
import NowPlaying
import Views

/// Making the documents of sessions.
extension Hub {
    /// Owes a new subscription its session's document. Those who come back get it whole, too: what
    /// they hold of it is not known here.
    mutating func oweScene(to id: SubscriptionID, since: Revision?, at now: Moment) {
        guard let options = fanOut.subscriptions[id]?.options else { return }
        fanOut.owe(
            id, options.relevantChanges, by: .others, at: (since ?? 0) + 1, now: now.monotonic)
    }

    /// A car or a lock screen asks for something else of its document. What it does not name stays.
    mutating func configureScene(_ id: SubscriptionID, _ options: Request.Options, at now: Moment) {
        guard let known = fanOut.subscriptions[id]?.scene?.carPlay else { return }
        let wanted = options.carPlay(after: known)
        guard wanted != known else { return }
        fanOut.subscriptions.change(id) { $0.scene?.carPlay = wanted }
        let cause = Cause(sender: .others, isCommand: true)
        fanOut.owe(id, [], by: cause, at: store.revision, now: now.monotonic)
    }

    /// The newest document of a session's subscription; `nil` when that says nothing new.
    mutating func deliverScene(_ id: SubscriptionID, at now: Moment) -> Delivery? {
        guard let place = fanOut.subscriptions.place(of: id) else { return nil }
        let subscription = fanOut.subscriptions[place]
        guard var scene = subscription.scene, let state = sessions[scene.session] else {
            return nil
        }
        if subscription.options.view == .carPlay {
            let shown = stations(shownTo: scene.carPlay, in: state)
            sessions.show(shown, in: state.index)
        }
        let isUrgent = stopsBy != nil
        guard let debt = fanOut.take(place, 0, isUrgent: isUrgent, at: now.monotonic) else {
            return nil
        }
        scene.sender = scene.sender.joined(with: debt.missed.sender)
        fanOut.subscriptions[place].scene?.sender = .nobody
        let made = edition(for: subscription, holding: scene, of: state, after: debt, at: now)
        guard let made else {
            counters.suppressedDocuments += 1
            return nil
        }
        fanOut.subscriptions[place].scene?.held = made.held
        fanOut.subscriptions[place].delivered(
            0, Pair.Delivered(hash: 0, revision: made.head.revision, isWhole: true),
            at: now.monotonic)
        counters.records += 1
        return delivery(of: made.record, to: place)
    }

    /// What a session's subscription is given.
    fileprivate struct Edition {
        let head: RecordHead
        let body: [UInt8]
        let held: SceneView.Held?
    }

    private mutating func edition(
        for subscription: Subscription, holding view: SceneView, of state: SessionState,
        after debt: Subscription.Debt, at now: Moment
    ) -> Edition? {
        switch subscription.options.view {
        case .lockScreen: lockScreen(holding: view, of: state, at: now)
        case .carPlay:
            carPlay(
                holding: view, of: state, templatesAlone: subscription.wantsPatches, at: now)
        case .nowPlaying, .line:
            station(for: subscription, holding: view, of: state, after: debt, at: now)
        }
    }

    private func head(
        _ view: View, of state: SessionState, by sender: Sender, at revision: Revision,
        _ content: RecordHead.Content = .document([])
    ) -> RecordHead {
        RecordHead(
            view: view, epoch: epoch, revision: revision,
            subject: .session(state.reported.id, sender: sender.name), content: content)
    }

    private func lockScreen(
        holding view: SceneView, of state: SessionState, at now: Moment
    ) -> Edition? {
        let document = LockScreen(
            of: scene(of: state, showing: ownStations(of: state), at: now),
            style: view.carPlay.style)
        if case .lockScreen(let held) = view.held, !document.isDiscontinuity(after: held) {
            return nil
        }
        return Edition(
            head: head(.lockScreen, of: state, by: view.sender, at: state.changedAt),
            body: Document.encode(document), held: .lockScreen(document))
    }

    private func carPlay(
        holding view: SceneView, of state: SessionState, templatesAlone: Bool, at now: Moment
    ) -> Edition? {
        let stations = stations(shownTo: view.carPlay, in: state)
        let document = CarPlayDocument(
            of: scene(of: state, showing: stations, at: now), options: view.carPlay,
            at: now.wall)
        var held: CarPlayDocument?
        if case .carPlay(let document) = view.held { held = document }
        func edition(_ content: RecordHead.Content, _ body: [UInt8]) -> Edition {
            Edition(
                head: head(.carPlay, of: state, by: view.sender, at: store.revision, content),
                body: body, held: .carPlay(document))
        }
        switch CarPlayChange.from(held, to: document, templatesAlone: templatesAlone) {
        case nil: return nil
        case .whole(let document): return edition(.document([]), Document.encode(document))
        case .rows(let rows): return edition(.rows, Document.encode(rows))
        case .templates(let changes):
            let rows = changes.rows.isEmpty ? nil : Document.encode(changes.rows)
            return edition(.templates(rows: rows), Document.encode(changes))
        }
    }

    /// The document of the station that a session follows, as it is heard there.
    private mutating func station(
        for subscription: Subscription, holding view: SceneView, of state: SessionState,
        after debt: Subscription.Debt, at now: Moment
    ) -> Edition? {
        var before: (station: String, state: NowPlaying)?
        if case .station(let station, let state) = view.held { before = (station, state) }
        guard let station = ownStation(of: state.reported),
            let heard = presented(to: state.reported, at: now).map(state.reported.heard)
        else {
            guard let before else { return nil }
            return Edition(
                head: stationHead(subscription, before.station, of: state, .removal),
                body: [], held: nil)
        }
        let options = subscription.options
        let document = Document.encode(heard, with: options)
        let id = store.id(of: station)
        guard let before, before.station == id else {
            let present = heard.presentClasses.intersection(options.relevantChanges)
            return Edition(
                head: stationHead(subscription, id, of: state, .document(present)),
                body: document, held: .station(id, heard))
        }
        let known = Document.encode(before.state, with: options)
        guard known != document else { return nil }
        let changes = heard.changes(since: before.state).intersection(options.relevantChanges)
        let base = debt.delivered?.revision
        let patch =
            subscription.wantsPatches && base != nil
            ? instruments.patch(from: known, to: document) : nil
        if patch != nil { counters.patches += 1 }
        let content: RecordHead.Content =
            patch == nil ? .document(changes) : .patch(base: base ?? 0, changes)
        return Edition(
            head: stationHead(subscription, id, of: state, content),
            body: patch ?? document, held: .station(id, heard))
    }

    private func stationHead(
        _ subscription: Subscription, _ station: String, of state: SessionState,
        _ content: RecordHead.Content
    ) -> RecordHead {
        RecordHead(
            view: subscription.options.view, epoch: epoch, revision: state.changedAt,
            subject: .stationHeard(station, session: state.reported.id),
            content: content)
    }

    // MARK: The present state

    /// Answers a `get` of a session.
    mutating func get(
        _ query: Request.Query, of name: String, at now: Moment
    ) throws(RequestError) -> [UInt8] {
        guard let index = sessions.index(of: name), let state = sessions[index] else {
            throw RequestError(.unknownSession, "no session \(name)", ("session", name))
        }
        let view = SceneView(session: index, carPlay: query.options.carPlay)
        let nothing = Subscription.Debt(changes: [], delivered: nil)
        let request = SubscriptionRequest(
            options: query.documentOptions, coverage: .session(index), minInterval: .zero)
        let subscription = Subscription(
            id: SubscriptionID(number: 0), client: ClientID(number: 0), request: request,
            placeCount: 0)
        let made = edition(for: subscription, holding: view, of: state, after: nothing, at: now)
        return JSONWriter.object { writer in
            writer.member("epoch", epoch)
            writer.member("revision", Int(store.revision))
            writer.beginArray("records")
            if let made { writer.raw(made.record) }
            writer.endArray()
        }
    }

    // MARK: Scenes

    /// Everything that a session's documents are made of.
    func scene(
        of state: SessionState, showing shown: Set<StationIndex>, at now: Moment
    ) -> ListeningScene {
        let session = state.reported
        var scene = ListeningScene(
            session: session,
            stations: store.present.filter { shown.contains($0) }.map { listed($0) })
        scene.otherStations = store.present.count - scene.stations.count
        scene.order = sessions.preferences.order
        scene.favourites = sessions.preferences.favourites
        scene.chosenStreams = chosenStreams
        scene.reconnecting = Set(sessions.retried.map { store.id(of: $0) })
        scene.offsetFromUTC = sessions.offsetFromUTC
        if sessions.newsEnds != nil { scene.news.insert(.favourites) }
        guard let own = ownStation(of: session) else { return scene }
        let timeline = store.timeline(of: own)
        scene.presented = presented(to: session, at: now)
        scene.programme = timeline.programmes.programme(at: session.broadcastTime(at: now.wall))
        scene.timeline = timeline.listing(until: session.liveEdge(at: now.wall))
        scene.queueIndex = sessions.order.firstIndex(of: own)
        if session.hasMissed(scene) { scene.news.insert(.recent) }
        return scene
    }

    /// A station as listeners of a session can choose it.
    private func listed(_ station: StationIndex) -> ListedStation {
        ListedStation(
            nowPlaying: store[station].presented,
            location: store[station].configuration.location)
    }

    /// The station that a session listens to, where it is there, as a set.
    func ownStations(of state: SessionState) -> Set<StationIndex> {
        ownStation(of: state.reported).map { [$0] } ?? []
    }

    /// The stations that a car can show: the first in the listeners' order, the favourites, its
    /// session's own, and those on its map.
    private func stations(
        shownTo options: CarPlayOptions, in state: SessionState
    ) -> Set<StationIndex> {
        var shown = ownStations(of: state)
        shown.formUnion(sessions.order.prefix(options.stationsShown))
        let favourites = sessions.preferences.favourites.prefix(options.stationsShown)
        shown.formUnion(favourites.compactMap { store.index(of: $0) })
        if options.category.templates.contains(.pointOfInterest) {
            shown.formUnion(store.present.filter { store[$0].configuration.location != nil })
        }
        return shown
    }
}

extension Hub.Edition {
    /// The whole record.
    fileprivate var record: [UInt8] { head.record(with: body) }
}

extension ListeningSession {
    /// Whether something began that its listener has not heard yet.
    fileprivate func hasMissed(_ scene: ListeningScene) -> Bool {
        guard let rewound = position.rewound, let newest = scene.timeline.elements.first,
            let start = newest.startedAt
        else { return false }
        return newest.id != scene.presented?.track?.id && start > rewound.heard
    }
}
