import JSON

/// The messages of a Music Assistant server.
enum MusicAssistantFrames {
    /// The whole result of a command.
    static func result(id: String, _ result: [UInt8], isPartial: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("message_id", id)
        writer.member("result", raw: result)
        writer.member("partial", isPartial)
        writer.endObject()
        return writer.bytes
    }

    /// The result of a command that gives a list, in parts: all but the last say so.
    static func results(id: String, _ elements: [[UInt8]]) -> [[UInt8]] {
        guard !elements.isEmpty else { return [result(id: id, Array("[]".utf8))] }
        return elements.enumerated().map { place, element in
            var writer = JSONWriter()
            writer.beginArray()
            writer.raw(element)
            writer.endArray()
            return result(id: id, writer.bytes, isPartial: place < elements.count - 1)
        }
    }

    /// A command's failure.
    static func error(id: String?, code: Int, _ details: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("message_id")
        if let id { writer.string(id) } else { writer.null() }
        writer.member("error_code", code)
        writer.member("details", details)
        writer.endObject()
        return writer.bytes
    }

    /// Something that happened to a station's queue.
    static func event(_ name: String, of station: SimulatedStation, _ data: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("event", name)
        writer.member("object_id", station.shortcode)
        writer.member("data", raw: data)
        writer.endObject()
        return writer.bytes
    }
}
