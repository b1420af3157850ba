internal import JSON

/// Changes of a `carPlay` document in place, as a record's `rows` say them: by the id of a part,
/// the properties that change. One that is absent stays, one that is `null` goes.
enum CarRows {
    /// Writes the document after the changes. Parts that it does not have stay away.
    static func apply(
        _ rows: JSONValue, to value: JSONValue, into writer: inout JSONWriter
    ) {
        if value.isObject {
            let change = value["id"]?.string.flatMap { rows[named: $0] }
            writer.beginObject()
            writeMembers(of: value, changed: change, rows, &writer)
            writer.endObject()
        } else if value.isArray {
            writer.beginArray()
            for element in value.elements { apply(rows, to: element, into: &writer) }
            writer.endArray()
        } else {
            writer.value(value)
        }
    }

    private static func writeMembers(
        of value: JSONValue, changed change: JSONValue?, _ rows: JSONValue,
        _ writer: inout JSONWriter
    ) {
        for member in value.members where change?[named: member.name] == nil {
            writer.key(named: member.name)
            apply(rows, to: member.value, into: &writer)
        }
        guard let change else { return }
        for member in change.members where !member.value.isNull {
            writer.key(named: member.name)
            writer.value(member.value)
        }
    }
}
