import JSON

/// Something that a client of Home Assistant wants to hear of, under the number of the command.
struct HomeAssistantSubscription: Sendable {
    private enum Kind {
        /// States and what changes of them, in the short form; of these entities, or of all.
        case entities([String]?)
        /// Changes of one entity, both states whole.
        case trigger(String)
        /// Changes of all entities, both states whole.
        case stateChanged
    }

    let id: Int
    private let kind: Kind
    /// What the client holds of each entity.
    private var known: [String: HomeAssistantEntity] = [:]

    /// The subscription that a command asks for; `nil` where it is none.
    init?(_ id: Int, _ type: String, _ message: JSONValue) {
        self.id = id
        switch type {
        case "subscribe_entities":
            let listed = message["entity_ids"].flatMap { $0.isArray ? $0 : nil }
            kind = .entities(listed.map { $0.elements.compactMap(\.string) })
        case "subscribe_trigger":
            guard message.value(at: "/trigger/platform")?.string(equals: "state") == true,
                let entity = message.value(at: "/trigger/entity_id")?.string
            else { return nil }
            kind = .trigger(entity)
        case "subscribe_events":
            guard message["event_type"]?.string(equals: "state_changed") == true else {
                return nil
            }
            kind = .stateChanged
        default: return nil
        }
    }

    /// Whether it is about an entity.
    func concerns(_ entity: String) -> Bool {
        switch kind {
        case .entities(let wanted): wanted?.contains(entity) ?? true
        case .trigger(let wanted): wanted == entity
        case .stateChanged: true
        }
    }

    /// What is told at once: with the short form, the states.
    mutating func begin(with entities: [HomeAssistantEntity]) -> [[UInt8]] {
        guard case .entities = kind else { return [] }
        let heard = entities.filter { concerns($0.id) }
        for entity in heard { known[entity.id] = entity }
        return [HomeAssistantFrames.event(id, HomeAssistantFrames.added(heard))]
    }

    /// What is told of a change; `nil` for nothing.
    mutating func frame(
        from old: HomeAssistantEntity, to new: HomeAssistantEntity
    ) -> [UInt8]? {
        guard concerns(new.id) else { return nil }
        switch kind {
        case .entities:
            let before = known.updateValue(new, forKey: new.id)
            let event =
                before.map { HomeAssistantFrames.changed(new, from: $0) }
                ?? HomeAssistantFrames.added([new])
            return HomeAssistantFrames.event(id, event)
        case .trigger:
            return HomeAssistantFrames.event(id, HomeAssistantFrames.triggered(from: old, to: new))
        case .stateChanged:
            return HomeAssistantFrames.event(
                id, HomeAssistantFrames.stateChanged(from: old, to: new))
        }
    }
}
