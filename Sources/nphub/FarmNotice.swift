import JSON
import Simulator
import Support

/// The stations of a farm, in words that are a config, too: the words are its comments.
struct FarmNotice {
    let farm: StationFarm
    /// The source of the script: the recording of a server, or facts.
    var source: String?

    var text: String {
        let count = farm.stations.count
        guard count > 0 else { return "# a script on port \(farm.port), until Ctrl-C\n" }
        let head = """
            # \(count.counted("simulated station")) on port \
            \(farm.port), until Ctrl-C. A config that reads them:
            \(source.map { "# \($0.withoutControls)\n" } ?? "")stations:

            """
        return head + farm.stations.map(entry).joined()
    }

    private func entry(of station: ServedStation) -> String {
        let tls = farm.fingerprint.map { ", tls: { fingerprint: \(quoted($0)) }" } ?? ""
        let settings = station.settings.map { ", \($0.name): \($0.json)" }
        return """
              - id: \(station.id)
                name: \(quoted(station.name))
                feed: { type: \(station.type), url: \(quoted(farm.url(of: station)))\
            \(settings.joined())\(tls) }

            """
    }

    /// A string of JSON is one of YAML, too (YAML 1.2, section 1.3).
    private func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
