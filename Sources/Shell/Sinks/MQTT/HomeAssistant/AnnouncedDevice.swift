import Hub
import JSON

/// A device to which entities belong.
struct AnnouncedDevice {
    /// Its level in discovery topics, and its identifier.
    let node: String
    /// Its name, for people.
    let name: String
    /// The kind of the device.
    let model: String
    let topics: Topics

    /// Writes the device, and the program that announces it.
    func write(into writer: inout JSONWriter) {
        writer.beginObject("device")
        writer.beginArray("identifiers")
        writer.string(node)
        writer.endArray()
        writer.member("name", name)
        writer.member("manufacturer", "nphub")
        writer.member("model", model)
        writer.endObject()
        writer.beginObject("origin")
        writer.member("name", "nphub")
        writer.member("sw_version", Hub.version)
        writer.endObject()
    }
}

/// The stations among which listeners choose, by names that are different.
struct StationChoices {
    /// The ids and the names, in the order of the names.
    private let choices: [(id: String, name: String)]

    /// - Parameter names: The names of stations by their ids.
    init(_ names: [String: String]) {
        var taken: Set<String> = []
        choices = names.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { id, name in
            let isFree = taken.insert(name).inserted
            return (id, isFree ? name : "\(name) (\(id))")
        }
    }

    /// There is nothing to choose.
    var isEmpty: Bool { choices.isEmpty }

    /// The names.
    var options: [String] { choices.map(\.name) }

    /// A template that gives the name of the station whose id an expression gives.
    func nameTemplate(ofID expression: String) -> String {
        let names = Self.dictionary(choices.map { ($0.id, $0.name) })
        return "{% set names = \(names) %}{{ names.get(\(expression), 'None') }}"
    }

    /// A template that makes a command of the name that was chosen.
    var commandTemplate: String {
        let ids = Self.dictionary(choices.map { ($0.name, $0.id) })
        return "{% set ids = \(ids) %}"
            + #"{{ {"action": "select", "station": ids[value]} | tojson }}"#
    }

    /// A dictionary as templates have it: like an object of JSON.
    private static func dictionary(_ entries: [(String, String)]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        for (key, value) in entries {
            writer.key(named: key)
            writer.string(value)
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
