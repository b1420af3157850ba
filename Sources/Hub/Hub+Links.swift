import Feeds
import NowPlaying
import Protocols
import Sessions
import Stations

/// Routes the outputs of links.
extension Hub {
    /// Lets a link handle an event, and routes its outputs.
    mutating func withLink(
        _ id: LinkID, at now: Moment, into effects: inout [Effect],
        _ body: (inout Link, inout LinkContext) -> Void
    ) {
        guard let slot = links.slot(of: id) else { return }
        var context = LinkContext(at: now, with: scratch)
        body(&links[slot], &context)
        scratch = context.scratch
        alarms.set(.link(id), at: links[slot].deadline)
        let link = links[slot].identity
        let conversion = ClockConversion(
            serverOffset: links[slot].clock.offset, wallOffset: clock.wallOffset)
        // Before all else: nothing is sent after a link has hung up.
        if !context.outgoing.isEmpty { effects.append(.link(id, .transmit(context.outgoing))) }
        for output in context.outputs {
            route(output, of: link, by: conversion, at: now, into: &effects)
        }
        guard context.isAccepted else { return }
        for station in link.stations {
            applyInput(.linkAccepted, to: station, at: now, into: &effects)
        }
    }

    private mutating func route(
        _ output: LinkOutput, of link: Box<LinkIdentity>, by clock: ClockConversion,
        at now: Moment, into effects: inout [Effect]
    ) {
        switch output {
        case .effect(let effect):
            effects.append(.link(link.id, effect))
        case .opened:
            opened(link, at: now, into: &effects)
        case .message(let message):
            record(.message(message), of: link, into: &effects)
        case .unchanged:
            record(.unchanged, of: link, into: &effects)
            for station in link.stations {
                applyInput(.unchanged, to: station, at: now, into: &effects)
            }
        case .report(let station, let report):
            counters.reports += 1
            if !applyInput(.reported(report, clock), to: station, at: now, into: &effects) {
                counters.suppressedReports += 1
            }
        case .subscription(let station, let news):
            applyInput(.subscription(news), to: station, at: now, into: &effects)
        case .rejected(let rejection):
            reject(rejection, on: link, into: &effects)
        case .lost(let loss):
            lost(link, loss, at: now, into: &effects)
        case .outage(let news):
            observe(
                .outage(link.id, url: link.url, stations: names(of: link), news), into: &effects)
        }
    }

    private mutating func opened(
        _ link: Box<LinkIdentity>, at now: Moment, into effects: inout [Effect]
    ) {
        record(.opened, of: link, into: &effects)
        observe(.linkOpened(link.id, url: link.url, stations: names(of: link)), into: &effects)
        for station in link.stations {
            applyInput(.linkOpened, to: station, at: now, into: &effects)
        }
        withSessions(at: now, into: &effects) { $0.retriesEnded(of: link.stations, in: &$1) }
    }

    private mutating func reject(
        _ rejection: FeedRejection, on link: Box<LinkIdentity>, into effects: inout [Effect]
    ) {
        let count = counters.rejections[rejection.code, default: 0] + 1
        counters.rejections[rejection.code] = count
        // The 1st, 2nd, 4th, 8th … of a kind: a station's mistake must not fill the log.
        guard count.nonzeroBitCount == 1 else { return }
        observe(
            .rejected(
                link.id, url: link.url, stations: names(of: link), code: rejection.code,
                detail: rejection.detail, count: count), into: &effects)
    }

    private mutating func lost(
        _ link: Box<LinkIdentity>, _ loss: LinkLoss, at now: Moment,
        into effects: inout [Effect]
    ) {
        effects.append(.link(link.id, .hangUp))
        counters.losses[loss.reason.code, default: 0] += 1
        record(
            loss.code.map { .closed(code: $0) } ?? .failed(loss.reason), of: link, into: &effects)
        let input = loss.isTerminal ? StationInput.linkStopped : StationInput.linkLost
        for station in link.stations {
            applyInput(input(loss.reason), to: station, at: now, into: &effects)
        }
        withSessions(at: now, into: &effects) { $0.retriesEnded(of: link.stations, in: &$1) }
        if loss.isOverload { split(link, at: now) }
    }

    private func record(
        _ event: ReplayedEvent, of link: Box<LinkIdentity>, into effects: inout [Effect]
    ) {
        guard journal.contains(.input), let station = link.stations.first else { return }
        effects.append(.journal(.received(event, station: store.id(of: station))))
    }

    /// Gives a link's stations to links with half as many on each.
    private mutating func split(_ link: Box<LinkIdentity>, at now: Moment) {
        guard let old = links[link.id], links.halveCapacity(of: link) else { return }
        links.remove(link.id)
        for new in links.connect(link.stations, in: store) {
            guard let slot = links.slot(of: new) else { continue }
            links[slot].succeed(old)
            alarms.set(.link(new), at: links[slot].deadline)
        }
    }

    private func names(of link: Box<LinkIdentity>) -> [String] {
        link.stations.map { store.id(of: $0) }
    }
}

extension ReplayedEvent {
    /// The same event as it comes from the wire.
    var onWire: WireEvent {
        switch self {
        case .opened: .opened
        case .message(let message): .message(message)
        case .unchanged: .unchanged
        case .failed(let reason): .failed(LinkLoss(reason))
        case .closed(let code):
            WireEvent(WebSocketClosure(code: WebSocketCloseCode(rawValue: UInt16(clamping: code))))
        }
    }
}
