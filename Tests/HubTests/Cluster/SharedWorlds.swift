import NowPlaying
import Sessions
import TestSupport

@testable import FanOut
@testable import Hub

/// Several hubs, and a store of the documents that they share.
final class SharedWorlds {
    private(set) var worlds: [World] = []
    private(set) var documents: [SharedDocument: (content: [UInt8], revision: Revision)] = [:]
    /// Proposals that have not reached the store, while it is slow.
    private var waiting: [(member: Int, proposal: World.Proposal)] = []
    private var last: Revision = 10
    /// Nothing reaches the store.
    var isSlow = false
    private let configuration: HubConfiguration

    init(_ count: Int = 2, sessions: [String: SessionConfiguration] = [:]) {
        configuration = HubConfiguration(
            stations: ["one", "two", "three"].map { .program($0) }, sessions: sessions)
        for _ in 0..<count { add() }
    }

    /// Another member, which joins.
    @discardableResult
    func add(restored: RestoredState = RestoredState()) -> World {
        let member = worlds.count
        let world = World(
            configuration, epoch: "own\(member)", isReplicated: true, restored: restored)
        if let first = worlds.first { world.run(until: first.now.monotonic) }
        world.proposed = { [unowned self] in
            waiting.append((member, $0))
            if !isSlow { take() }
        }
        worlds.append(world)
        join(member)
        return world
    }

    func name(_ member: Int) -> String { "m\(member)/1" }

    /// A member joins, and is told all that there is.
    func join(_ member: Int) {
        last += 1
        let all = Set(worlds.indices.map(name))
        for (index, world) in worlds.enumerated() where index != member {
            world.handle(.documents(.members(own: name(index), all)))
        }
        worlds[member].handle(.replicas(.entered(epoch: "cluster", revision: last)))
        worlds[member].handle(.documents(.members(own: name(member), all)))
        for (document, entry) in documents.sorted(by: { $0.value.revision < $1.value.revision }) {
            tell(document, entry, to: worlds[member])
        }
        worlds[member].handle(.documents(.filled))
    }

    /// A member is alone, and told nothing more.
    func cutOff(_ member: Int) {
        worlds[member].handle(.replicas(.alone(epoch: "alone", reason: "NATS is away")))
    }

    /// A member is dead.
    func bury(_ member: Int) {
        worlds[member].proposed = nil
        let living = Set(worlds.indices.filter { $0 != member }.map(name))
        for index in worlds.indices where index != member {
            worlds[index].handle(.documents(.members(own: name(index), living)))
        }
    }

    /// Delivers the waiting proposals to the store.
    func take() {
        while !waiting.isEmpty {
            let (member, proposal) = waiting.removeFirst()
            let known = documents[proposal.document]
            guard known?.revision ?? 0 == proposal.expecting else {
                worlds[member].handle(.documents(.answered(proposal.number, .refused)))
                continue
            }
            last += 1
            documents[proposal.document] = (proposal.content, last)
            worlds[member].handle(.documents(.answered(proposal.number, .stored(last))))
            for world in worlds where world.hub.sharesDocuments {
                tell(proposal.document, (proposal.content, last), to: world)
            }
        }
    }

    /// Drops the waiting proposals before they reach the store.
    func drop() { waiting = [] }

    /// The store has this, which no member may have written.
    func write(_ content: [UInt8], to document: SharedDocument) {
        last += 1
        documents[document] = (content, last)
        for world in worlds { tell(document, (content, last), to: world) }
    }

    private func tell(
        _ document: SharedDocument, _ entry: (content: [UInt8], revision: Revision),
        to world: World
    ) {
        let content = entry.content.isEmpty ? nil : entry.content
        world.handle(.documents(.changed(document, content, revision: entry.revision)))
    }

    /// Lets so much time pass for all.
    func run(for length: Interval) {
        let end = worlds[0].now.monotonic + length
        while let next = worlds.compactMap(\.nextDeadline).min(), next <= end {
            for world in worlds { world.run(until: max(next, world.now.monotonic)) }
        }
        for world in worlds { world.run(until: end) }
    }

    /// Returns a session as a member has it.
    func session(_ name: String = "kitchen", at member: Int) -> ListeningSession? {
        let hub = worlds[member].hub
        return hub.sessions.index(of: name).flatMap { hub.sessions[$0]?.reported }
    }

    func favourites(at member: Int) -> [String] {
        worlds[member].hub.sessions.preferences.favourites
    }
}
