import Expectations
import Foundation
import Testing

/// `nphub simulate`, and the config by which it is read.
final class RunningFarm {
    /// The config that it told.
    let config: String
    private let arguments: [String]
    let port: String
    private var program: RunningProgram?

    /// Starts one on a port that is free.
    init(in workshop: Workshop, _ arguments: [String]) async throws {
        self.arguments = arguments
        let first = try await Self.start(arguments, at: "0", in: workshop)
        config = try workshop.write(first.messages, to: "farm.yaml")
        port = try String(#require(first.messages.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1)
        program = first
    }

    /// Starts it again, where it was.
    func start(in workshop: Workshop, _ others: [String] = []) async throws {
        program = try await Self.start(arguments + others, at: port, in: workshop)
    }

    /// Ends it, as a user does.
    func stop() async throws {
        program?.send(SIGINT)
        try await expect(program?.exitCode(), is: 0)
        program = nil
    }

    /// A hub that reads it, and listens already.
    func hub(in workshop: Workshop, _ arguments: [String] = []) async throws -> RunningProgram {
        let hub = try RunningProgram(
            ["run", "--config", config, "--socket", workshop.socket, "--log-level", "info"]
                + arguments, in: workshop)
        try await hub.waitForMessage("listening")
        return hub
    }

    private static func start(
        _ arguments: [String], at port: String, in workshop: Workshop
    ) async throws -> RunningProgram {
        let program = try RunningProgram(
            ["simulate", "--listen", "127.0.0.1:\(port)"] + arguments, in: workshop)
        try await program.waitUntil(isWhole)
        return program
    }

    /// Returns true if a config has the feeds of as many stations as its first line says.
    private static func isWhole(_ config: String) -> Bool {
        guard let count = config.firstMatch(of: #/^\# (\d+) simulated/#).flatMap({ Int($0.1) })
        else { return false }
        return config.hasSuffix("}\n") && config.matches(of: #/\n +feed: /#).count == count
    }
}
