import FanOut
import NowPlaying
import Sessions
import Stations

/// Dispatches each event to its part of the hub.
extension Hub {
    mutating func applyEvent(_ event: Event, at now: Moment, into effects: inout [Effect]) {
        switch event {
        case .started:
            dial(links.ids, at: now, into: &effects)
        case .woke:
            break
        case .turn:
            awaitsTurn = false
            usedOfTurn = 0
        case .reconfigured(let configuration):
            reconfigure(configuration, at: now, into: &effects)
        case .historyChanged(let status):
            history = status
        case .processMeasured(let status):
            process = status
        case .dashboardServed(let link):
            dashboard = link
        case .stateRestored(let restored):
            applyRestored(restored, at: now, into: &effects)
        case .stopping:
            stop(at: now, into: &effects)
        case .linkResolved(let id):
            withLink(id, at: now, into: &effects) { $0.resolved(at: $1.now) }
        case .linkConnected(let id):
            withLink(id, at: now, into: &effects) { $0.connected(in: &$1) }
        case .linkReceived(let id, let bytes):
            withLink(id, at: now, into: &effects) { $0.received(bytes, in: &$1) }
        case .linkAnswered(let id, let answer):
            withLink(id, at: now, into: &effects) { $0.answered(answer, in: &$1) }
        case .linkBlocked(let id, let unsent):
            withLink(id, at: now, into: &effects) { $0.blocked(unsent: unsent, in: &$1) }
        case .linkDrained(let id):
            withLink(id, at: now, into: &effects) { $0.drained(in: &$1) }
        case .linkDisconnected(let id, let reason):
            withLink(id, at: now, into: &effects) { $0.disconnected(reason, in: &$1) }
        case .replayed(let station, let replayed):
            replay(replayed, of: station, at: now, into: &effects)
        case .replayEnded:
            for station in store.present {
                applyInput(.recordingEnded, to: station, at: now, into: &effects)
            }
        case .clientConnected(let id, let transport, let address):
            connect(id, by: transport, from: address, into: &effects)
        case .clientRefused(let id):
            refuse(id, into: &effects)
        case .requested(let id, let requests):
            for request in requests { enqueue(.request(request), for: id) }
        case .clientMisbehaved(let id, let code, let reason):
            if fanOut.isServed(id) { cut(id, code: code, reason, into: &effects) }
        case .sinkFull(let id), .sinkProgressed(let id):
            exhausted(id, at: now)
        case .sinkReady(let id):
            fanOut.restored(id)
        case .clientDisconnected(let id):
            disconnected(id, at: now, into: &effects)
        case .replicas(let news):
            applyNews(news, at: now, into: &effects)
        case .documents(let news):
            applyNews(news, at: now, into: &effects)
        case .commanded(let command, let session, let sender):
            give(command, session: session, sender: sender, at: now, into: &effects)
        case .localTime(let offset):
            withSessions(at: now, into: &effects) { $0.localTimeChanged(to: offset, in: &$1) }
        case .outputConnected(let id, let request):
            connect(id, request, at: now, into: &effects)
        }
    }

    /// Wakes those whose time has come.
    mutating func fireAlarms(at now: Moment, into effects: inout [Effect]) {
        while let owner = alarms.next(at: now.monotonic) {
            switch owner {
            case .link(let id):
                withLink(id, at: now, into: &effects) { $0.woke(in: &$1) }
            case .station(let index):
                applyInput(.woke, to: index, at: now, into: &effects)
            case .client(let id):
                cutIfDue(id, at: now, into: &effects)
            case .session(let index):
                withSessions(at: now, into: &effects) { $0.wake(index, in: &$1) }
            case .changes:
                giveUpChanges(at: now, into: &effects)
            }
        }
        fanOut.wake(at: now.monotonic)
    }

    /// Dials links for the first time, so many at once; not in a replay.
    mutating func dial(_ ids: [LinkID], at now: Moment, into effects: inout [Effect]) {
        guard !isReplay else { return }
        for (place, id) in ids.enumerated() {
            let wave = place / limits.dialsAtOnce
            let pause = limits.dialWaves * Double(wave)
            withLink(id, at: now, into: &effects) {
                wave == 0 ? $0.dial(in: &$1) : $0.dial(after: pause, at: now)
            }
        }
    }

    private mutating func replay(
        _ event: ReplayedEvent, of station: String, at now: Moment, into effects: inout [Effect]
    ) {
        guard let index = store.index(of: station), let id = links.link(of: index) else { return }
        withLink(id, at: now, into: &effects) { $0.replay(event.onWire, in: &$1) }
    }

    /// Notes something that is worth a log line.
    func observe(_ observation: Observation, into effects: inout [Effect]) {
        effects.append(.journal(.observed(observation)))
    }

    // MARK: The end

    private mutating func stop(at now: Moment, into effects: inout [Effect]) {
        guard stopsBy == nil else { return }
        stopsBy = now.monotonic + limits.shutdownTime
        fanOut.flush()
        for id in links.ids {
            withLink(id, at: now, into: &effects) { $0.close(in: &$1) }
        }
    }

    /// Ends when nothing is pending any more, or time is up.
    mutating func finishIfDone(at now: Moment, into effects: inout [Effect]) {
        guard let stopsBy else { return }
        guard fanOut.isSettled || stopsBy <= now.monotonic else { return }
        isFinished = true
        effects.append(.finish)
    }
}
