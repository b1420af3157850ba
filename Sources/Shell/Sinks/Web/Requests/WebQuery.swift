import Hub
import JSON
import Sessions
import Support

/// The parameters of a request's address: each name once but for `station`, which may be there
/// several times, and may list several: an address has room for fewer than 90 parameters.
struct WebQuery {
    /// The JSON type of a value.
    private enum Form {
        case text, number, flag
    }

    private let values: [String: [String]]

    /// Reads the parts of a query, already decoded.
    init(_ parts: [String]) {
        var values: [String: [String]] = [:]
        for part in parts where !part.isEmpty {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // No name that is known is as long as one that is cut.
            values[pieces[0].quotable, default: []].append(
                pieces.count > 1 ? String(pieces[1]) : "")
        }
        self.values = values
    }

    /// A value by its name.
    subscript(name: String) -> String? { values[name]?.first }

    /// All of one name.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The stations, in the order in which they are named. No id has a comma.
    var stations: [Substring] {
        all("station").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    /// True if a name is there.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Refuses names that are not known, and those that come twice.
    func check(_ known: [String]) throws(RequestError) {
        for (name, given) in values.sorted(by: { $0.key < $1.key }) {
            guard known.contains(name) else {
                let all =
                    known.isEmpty ? "it has none" : "known are " + known.joined(separator: ", ")
                throw RequestError(
                    .invalidParameters, "no parameter \(name): \(all)", ("parameter", name))
            }
            guard given.count == 1 || name == "station" else {
                throw RequestError(
                    .invalidParameters, "\(name) is there twice", ("parameter", name))
            }
        }
    }

    private static let forms: [(name: StaticString, form: Form)] = [
        ("view", .text), ("session", .text), ("after", .text), ("minInterval", .number),
        ("history", .number), ("patch", .flag), ("listeners", .flag),
    ]

    private static let options: [StaticString] = ["locale", "style"]

    /// Writes those that are parameters of JSON-RPC, in its words. What is not what it should be is
    /// written as a text, so that the reader of parameters refuses it.
    func write(into writer: inout JSONWriter) {
        for (name, form) in Self.forms {
            guard let value = self["\(name)"] else { continue }
            writer.key(name)
            switch form {
            case .number where Double(value)?.isFinite == true:
                if let number = Int(value) {
                    writer.int(number)
                } else {
                    writer.double(Double(value) ?? 0)
                }
            case .flag where ["true", "false"].contains(value): writer.bool(value == "true")
            case .text, .number, .flag: writer.string(value)
            }
        }
        writeStations(into: &writer)
        writeOptions(into: &writer)
    }

    private func writeStations(into writer: inout JSONWriter) {
        guard has("station") else { return }
        writer.beginArray("stations")
        for station in stations { writer.string(String(station)) }
        writer.endArray()
    }

    private func writeOptions(into writer: inout JSONWriter) {
        guard Self.options.contains(where: { has("\($0)") }) else { return }
        writer.beginObject("options")
        for name in Self.options {
            guard let value = self["\(name)"] else { continue }
            writer.member(name, value)
        }
        writer.endObject()
    }
}
