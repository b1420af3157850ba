import ArgumentParser
import Glibc
import Shell
import JSON
import NowPlaying
import Support

/// `nphub send`: what a remote control does.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a command to a listening session of a running hub.",
        usage: "nphub send [<options>] <ACTION> …",
        discussion: """
            Actions:
            \(actions)
              report STATE               be the session's player, until Ctrl-C: playing,
                [stream ID] [at TIME]    paused, stopped, interrupted or unknown
                [rate RATE] [repeat off|one|all] [shuffle on|off] [error TEXT]

            Nothing is printed where it was done, unless --json is given. What cannot be done is \
            told on stderr, with the hub's reason; the exit code is then 64 where a station or \
            something else is named that there is not, and 69 where it is not possible now, or no \
            hub is there.

            Examples:
              nphub send select radiospiral
              nphub send seek -30
              nphub send seek at 14:05
              nphub send live
              nphub send favourite radiospiral on
              nphub send --session kitchen --json toggle | jq .revision
            """)

    /// A line for each thing that can be asked of a session.
    private static var actions: String {
        CommandAction.help.map { usage, text in
            let gap = String(repeating: " ", count: max(1, 27 - usage.count))
            return "  " + usage + (text.isEmpty ? "" : gap + text)
        }.joined(separator: "\n")
    }

    @OptionGroup var socket: SocketOptions

    @Option(help: ArgumentHelp("The listening session. (default: main)", valueName: "S"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "What the others are told that the sender is; for commands.", valueName: "NAME"))
    var sender: String?

    @Flag(help: "Print the hub's answer: the revision, and what a car would show then.")
    var json = false

    // A length of time may begin with a minus.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The action, and what belongs to it.", valueName: "ACTION"),
        completion: Completion.action)
    var words: [String] = []

    func validate() throws {
        try checkOptions()
        do throws(SendError) {
            _ = try request()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Refuses an option that there is not: the parser takes it for a word of the action.
    private func checkOptions() throws {
        let actionWords = words.prefix { $0 != "--" }
        guard let option = actionWords.first(where: { $0.hasPrefix("--") }) else { return }
        let name = String(option.prefix { $0 != "=" })
        let known = ["--socket", "--session", "--sender", "--json", "--help"]
        let near = suggestion(for: name, among: known)
        throw ValidationError("there is no option \(quote(name)); \(near)")
    }

    func run() throws {
        try ProgramExit.reporting {
            let request = try request()
            let answer = try answer(to: request)
            if json { return try StandardOutput.write(answer) }
            if let list = try Self.listToChooseFrom(in: answer) {
                ProgramExit.say("nothing plays yet: choose from the list \(list)")
            }
        }
    }

    private func answer(to request: SendRequest) throws -> [UInt8] {
        let progress = Progress("Waiting for the hub")
        let place = try socket.place()
        return try StationAdvice.advising(on: request.stations, at: place) {
            try HubInquiry.send(request, at: place) {
                progress.end()
                ProgramExit.say("reported: this is the session's player until Ctrl-C")
            }
        }
    }

    private func request() throws(SendError) -> SendRequest {
        try SendRequest(
            words.filter { $0 != "--" },
            to: SendRequest.Address(session: session, sender: sender), by: Self.clock)
    }

    private static var clock: LocalClock {
        let now = SystemClock().now.wall
        return LocalClock(now: now, offset: SystemClock.offsetFromUTC(at: now))
    }

    /// The list that a car shows in place of the requested station.
    private static func listToChooseFrom(in answer: [UInt8]) throws -> String? {
        let then = try JSONParser(maximumLength: max(1, answer.count)).parse(answer) {
            $0["then"]?.word
        }
        let push = "push:"
        guard let then, then.hasPrefix(push) else { return nil }
        return String(then.dropFirst(push.count))
    }
}
