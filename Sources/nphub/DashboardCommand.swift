import ArgumentParser
import HubClient
import Shell

/// `nphub dashboard`: the way to a running hub's dashboard.
struct DashboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Print the link to a running hub's dashboard, with a token.",
        usage: "nphub dashboard [<options>]",
        discussion: """
            The hub tells over its socket where the dashboard is. The token is the one with most \
            rights in the file that web.tokens names in the config, as far as you may read that \
            file; a hub of `nphub demo` tells its own. Who has the link has these rights.

            Examples:
              nphub dashboard
              nphub dashboard --open
            """)

    @OptionGroup var socket: SocketOptions

    @Flag(
        help: ArgumentHelp(
            "Open the link as well, by xdg-open. Other users of this machine can see it in the "
                + "list of processes then."))
    var open = false

    func run() throws {
        try ProgramExit.reporting {
            let place = try socket.place()
            let answer = try HubInquiry.dashboard(at: place)
            let dashboard = try DashboardAnswer(answer) {
                path throws(ProgramFailure) in
                try Self.tokens(in: path)
            }
            try StandardOutput.write(Array("\(dashboard.link)\n".utf8))
            if !dashboard.hasToken { ProgramExit.say(DashboardAnswer.tokenHint) }
            if open { try BrowserLauncher.open(dashboard.link) }
        }
    }

    private static func tokens(in path: String) throws(ProgramFailure) -> AccessTokens? {
        do throws(TokenFileError) {
            return try TokenFile.read(path)
        } catch {
            throw ProgramFailure(
                .noPermission,
                "web.tokens: \(error); take a token from the user who runs the hub")
        }
    }
}
