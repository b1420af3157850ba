import JSON
import StationSimulator

/// What a farm serves, in words that are a config, too: the words are its comments.
struct FarmNotice {
    let farm: StationFarm
    let feed: SimulatedFeed

    var text: String {
        let count = farm.stations.count
        let head = """
            # \(count == 1 ? "1 simulated station" : "\(count) simulated stations") on port \
            \(farm.port), until Ctrl-C. A config that reads them:
            stations:

            """
        return head + farm.stations.map(entry).joined()
    }

    private func entry(of station: SimulatedStation) -> String {
        let tls = farm.fingerprint.map { ", tls: { fingerprint: \(quoted($0)) }" } ?? ""
        let settings = farm.settings(for: station).map { setting in
            let value = setting.isVerbatim ? setting.value : plainOrQuoted(setting.value)
            return ", \(setting.name): \(value)"
        }
        return """
              - id: \(station.shortcode)
                name: \(quoted(station.name))
                feed: { type: \(feed.type), url: \(quoted(farm.url(for: station)))\
            \(settings.joined())\(tls) }

            """
    }

    /// Names need no quotes, and are easier to read without.
    private func plainOrQuoted(_ text: String) -> String {
        let isName =
            text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isName ? text : quoted(text)
    }

    /// A string of JSON is one of YAML, too (YAML 1.2, section 1.3).
    private func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
