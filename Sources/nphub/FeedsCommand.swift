import ArgumentParser
import Feeds
import Shell
import Support

/// `nphub feeds`: which stations can be read, and what a config says of each.
struct FeedsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "List the feed types, with the settings of each.",
        discussion: """
            Unverified feeds were written from other clients' source, and never run against the \
            real server: the first message that cannot be read is told in the log.

            Examples:
              nphub feeds
              nphub feeds azuracast
            """)

    @Argument(
        help: ArgumentHelp("One type only.", valueName: "TYPE"),
        completion: .list(FeedType.all.map(\.name)))
    var type: String?

    func run() throws {
        try ProgramExit.reporting {
            let types = FeedType.all.filter { type == nil || $0.name == type }
            guard !types.isEmpty else {
                let name = type ?? ""
                let near = suggestion(for: name, among: FeedType.all.map(\.name))
                throw ProgramFailure(.usage, "there is no feed type \(quote(name)); \(near)")
            }
            let text = types.map { Self.text(of: $0) }.joined()
            try StandardOutput.write(Array(text.utf8))
        }
    }

    private static func text(of type: FeedType) -> String {
        var lines = [type.name + (type.isUnverified ? " (unverified)" : ""), "  " + type.summary]
        if let address = type.address {
            lines.append("  url: \(address), if not given")
        } else if type.program == nil {
            let example = FeedAddress.completed("wss://radio.example", for: type)
            lines.append("  url: the address of its WebSocket, such as \(example)")
        }
        for setting in type.settings where !isMapping(type, setting) {
            let need =
                usual(setting).map { ", \($0) if not given" }
                ?? (setting.isRequired ? "" : ", may be left out")
            lines.append("  \(setting.name): \(setting.summary)\(need)")
        }
        if type.settings.contains(where: { isMapping(type, $0) }) {
            lines.append("  and a mapping, as “Adding a station by config alone” describes it")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func usual(_ setting: FeedSetting) -> String? {
        setting.defaultText.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The many keys of a mapping have a page of their own.
    private static func isMapping(_ type: FeedType, _ setting: FeedSetting) -> Bool {
        guard type.name == FeedType.json.name, case .tree = setting.kind else { return false }
        return true
    }
}
