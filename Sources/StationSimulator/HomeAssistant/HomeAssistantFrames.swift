import JSON

/// The messages of Home Assistant.
enum HomeAssistantFrames {
    /// A command was carried out; with a list of JSON, if it gives one.
    static func result(_ id: Int, _ elements: [[UInt8]]? = nil) -> [UInt8] {
        frame(id, "result") { writer in
            writer.member("success", true)
            writer.key("result")
            guard let elements else { return writer.null() }
            writer.beginArray()
            for element in elements { writer.raw(element) }
            writer.endArray()
        }
    }

    /// A command was not carried out.
    static func failure(_ id: Int, _ code: String, _ message: String) -> [UInt8] {
        frame(id, "result") { writer in
            writer.member("success", false)
            writer.beginObject("error")
            writer.member("code", code)
            writer.member("message", message)
            writer.endObject()
        }
    }

    /// The answer to a ping.
    static func pong(_ id: Int) -> [UInt8] { frame(id, "pong") { _ in } }

    /// An event of a subscription.
    static func event(_ id: Int, _ event: [UInt8]) -> [UInt8] {
        frame(id, "event") { $0.member("event", raw: event) }
    }

    /// Entities that the client has not held, in the short form.
    static func added(_ entities: [HomeAssistantEntity]) -> [UInt8] {
        object { writer in
            writer.beginObject("a")
            for entity in entities {
                writer.key(named: entity.id)
                writer.raw(entity.compressed)
            }
            writer.endObject()
        }
    }

    /// What changed of an entity, in the short form.
    static func changed(_ entity: HomeAssistantEntity, from old: HomeAssistantEntity) -> [UInt8] {
        object { writer in
            writer.beginObject("c")
            writer.key(named: entity.id)
            writer.raw(entity.difference(from: old))
            writer.endObject()
        }
    }

    /// What a state trigger tells.
    static func triggered(
        from old: HomeAssistantEntity, to new: HomeAssistantEntity
    ) -> [UInt8] {
        object { writer in
            writer.beginObject("variables")
            writer.beginObject("trigger")
            writer.member("platform", "state")
            writeStates("from_state", "to_state", old, new, into: &writer)
            writer.endObject()
            writer.endObject()
        }
    }

    /// What the event `state_changed` tells.
    static func stateChanged(
        from old: HomeAssistantEntity, to new: HomeAssistantEntity
    ) -> [UInt8] {
        object { writer in
            writer.member("event_type", "state_changed")
            writer.beginObject("data")
            writeStates("old_state", "new_state", old, new, into: &writer)
            writer.endObject()
            writer.member("time_fired", ISO8601.text(new.updatedAt))
            writer.member("origin", "LOCAL")
        }
    }

    private static func writeStates(
        _ oldName: StaticString, _ newName: StaticString, _ old: HomeAssistantEntity,
        _ new: HomeAssistantEntity, into writer: inout JSONWriter
    ) {
        writer.member("entity_id", new.id)
        writer.member(oldName, raw: old.json)
        writer.member(newName, raw: new.json)
    }

    private static func frame(
        _ id: Int, _ type: String, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        object { writer in
            writer.member("id", id)
            writer.member("type", type)
            body(&writer)
        }
    }

    private static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }
}
