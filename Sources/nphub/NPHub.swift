import ArgumentParser
import Hub

/// The program's entry.
@main
struct NPHub: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nphub",
        abstract: "What radio stations are playing, normalised and fanned out.",
        version: Hub.version,
        subcommands: [RunCommand.self])
}
