import ArgumentParser
import Loop
import Feeds
import Shell
import Logging

/// `nphub probe`: what an address is the address of.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Find out which feed an address is, and print a config for it.",
        usage: "nphub probe <URL> [<options>]",
        discussion: """
            It tells the feed by the form of the address, else by what the server says, reads \
            it, and prints a config with what it understood as comments. The address may be that \
            of a station's page on AzuraCast, of a player's web page, of an audio stream with \
            titles in it or a playlist, of JSON, or of server-sent events. Of messages that no \
            feed knows it takes what plays, never what comes next, what was, a show or the \
            station's name; where the messages do not tell which is which it prints all readings \
            with what each says, and chooses none. Where nothing can be understood it says what \
            it saw.

            Examples:
              nphub probe https://radio.example/public/radiospiral > found.yaml
              nphub probe https://radio.example/public/radiospiral --wait 30
            """)

    @OptionGroup var probe: ProbeArguments

    func run() throws {
        try ProgramExit.reporting {
            switch try probe.outcome() {
            case .understood(let feed, let evidence, let record, let plays):
                let says = plays ? "It says" : "Nothing plays; it says"
                let config = FeedSnippet(feed)
                let text = """
                    # \(feed.type), told by \(evidence). \(says):
                    # \(record)
                    \(config)
                    """
                try StandardOutput.write(Array(text.utf8))
            case .incomplete(let guess):
                throw probe.failure(of: guess)
            case .ambiguous(let readings):
                throw probe.failure(between: readings)
            case .unknown(let reason, let messages):
                throw probe.failure(for: reason, after: messages)
            }
        }
    }
}
