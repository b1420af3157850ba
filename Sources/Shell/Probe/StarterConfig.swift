public import Feeds
import Glibc

/// A config to begin with: a station, and as comments what else can be said.
public enum StarterConfig {
    /// For a feed that was found.
    ///
    /// - Parameter evidence: What gave it away: the rest of “by …”.
    public static func text(for feed: Feed, toldBy evidence: String) -> String {
        let server = feed.type == "azuracast" ? discovery(beside: feed.url) : ""
        return head + "\n# \(feed.type), told by \(evidence).\n\(FeedSnippet(feed))" + station
            + server + rest
    }

    private static var head: String {
        let schema = installedSchema.map { "# yaml-language-server: $schema=\($0)\n" } ?? ""
        return schema + """
            # The config of nphub. `nphub check` reports its mistakes; a running hub reads it
            # again on SIGHUP. Every key: `man nphub.yaml`, or docs/config.md.

            """
    }

    /// The config's schema for editors; `nil` if it is not installed.
    private static var installedSchema: String? {
        let program = realpath("/proc/self/exe", nil)
        defer { free(program) }
        guard let program else { return nil }
        let prefix = String(cString: program).split(separator: "/").dropLast(2)
        let path = "/" + prefix.joined(separator: "/") + "/share/nphub/schemas/config.json"
        return SystemEnvironment().hasFile(at: path) ? path : nil
    }

    private static let station = """
            # name: My Station         # the feed's own name if left out
            # delay: 2                 # seconds by which metadata runs ahead of the audio
            # defaultStreamer: AutoDJ  # the streamer name that means automation

        # Further stations follow in the same list, or stand in files of their own:
        # include: stations.d/*.yaml

        # Settings of all stations:
        # defaults:
        #   delay: 2

        """

    private static func discovery(beside url: String) -> String {
        let server = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard server.count > 2 else { return "" }
        let scheme = server[0] == "wss:" ? "https:" : "http:"
        return """

            # All stations of this server, those to come included, in place of a list:
            # discover: { azuracast: "\(scheme)//\(server[2])" }

            """
    }

    private static let rest = """

        # The dashboard, and what pages and programs on other machines read:
        # web: { listen: 127.0.0.1:8420 }

        # The history of stations, kept for 30 days:
        # history: { keep: 30d }

        # Users of the socket, beside you:
        # socket: { mode: 0660, group: radio }

        """
}
