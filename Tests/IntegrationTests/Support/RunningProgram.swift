import Foundation
import TestSupport
import Testing

/// `nphub`, started by a test, which can read what it prints and waits for nothing for ever.
///
/// A test that waits holds no thread: the others go on meanwhile.
final class RunningProgram {
    /// Longer than anything takes on a loaded machine.
    static let patience = 60.0
    /// The interval between two looks for output.
    private static let glance = Duration.milliseconds(5)

    private let process: ChildProcess
    private let output = Pipe()
    private let messagesPath: String
    private var unread: [UInt8] = []

    /// The path of the program: the folder of the tests.
    static var path: String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("nphub").path
    }

    init(
        _ arguments: [String], in workshop: Workshop, program: String = path,
        environment: [String: String] = [:]
    ) throws {
        messagesPath = workshop["stderr-\(UInt32.random(in: .min ... .max))"]
        _ = FileManager.default.createFile(atPath: messagesPath, contents: nil)
        let usual = [
            "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": workshop.path,
            "XDG_STATE_HOME": workshop.path + "/state",
        ]
        let messages = try FileHandle(forWritingTo: URL(fileURLWithPath: messagesPath))
        process = try ChildProcess(
            [program] + arguments, environment: usual.merging(environment) { $1 },
            output: output.fileHandleForWriting.fileDescriptor, errors: messages.fileDescriptor)
        try output.fileHandleForWriting.close()
    }

    deinit {
        process.send(SIGKILL)
        process.waitUntilExit()
    }

    /// A hub on embedded stations, that listens already.
    static func hub(
        in workshop: Workshop, _ arguments: [String] = []
    ) async throws -> RunningProgram {
        let hub = try RunningProgram(
            [
                arguments.contains("--config") ? "run" : "demo", "--stdout", "none",
                "--log-level", "info", "--socket", workshop.socket,
            ] + arguments, in: workshop)
        try await hub.waitForMessage("listening")
        return hub
    }

    // MARK: What it prints

    /// The next line on stdout; `nil` at its end.
    func line() async throws -> String? {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard try await readMore(until: deadline) else { return nil }
        }
    }

    /// So many lines of stdout.
    func lines(_ count: Int) async throws -> [String] {
        var lines: [String] = []
        while lines.count < count { lines.append(try #require(try await line())) }
        return lines
    }

    /// All the rest of stdout.
    func rest() async throws -> String {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while try await readMore(until: deadline) {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Reads no more, as a reader that has gone away.
    func stopReading() throws {
        try output.fileHandleForReading.close()
    }

    private func readMore(until deadline: Date) async throws -> Bool {
        let descriptor = output.fileHandleForReading.fileDescriptor
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) == 0 {
            try #require(
                deadline.timeIntervalSinceNow > 0, "nothing on stdout in time: \(messages)")
            try await Task.sleep(for: Self.glance)
        }
        // A `FileHandle` would wait until it has all that was asked for.
        let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        unread += chunk
        return !chunk.isEmpty
    }

    /// All that it said on stderr so far.
    var messages: String {
        (try? String(contentsOfFile: messagesPath, encoding: .utf8)) ?? ""
    }

    /// Waits until something was said on stderr.
    func waitForMessage(_ text: String) async throws {
        try await wait { messages.contains(text) }
    }

    /// Waits until something holds of all that was said on stderr.
    func waitUntil(_ holds: (String) -> Bool) async throws {
        try await wait { holds(messages) }
    }

    // MARK: Its end

    /// Sends it a signal.
    func send(_ signal: Int32) {
        process.send(signal)
    }

    /// Its exit code, once it has ended; minus the signal's number where one killed it.
    func exitCode() async throws -> Int32 {
        try await wait { !process.isRunning }
        return process.exitCode
    }

    private func wait(until isTrue: () -> Bool) async throws {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while !isTrue() {
            try #require(deadline.timeIntervalSinceNow > 0, "not in time: \(messages)")
            try await Task.sleep(for: Self.glance)
        }
    }
}

/// The result of a program that ran to its end.
struct Outcome {
    let code: Int32
    let output: String
    let messages: String

    /// Runs `nphub` to its end.
    init(
        _ arguments: [String], in workshop: Workshop, program: String = RunningProgram.path,
        environment: [String: String] = [:]
    ) async throws {
        let running = try RunningProgram(
            arguments, in: workshop, program: program, environment: environment)
        output = try await running.rest()
        code = try await running.exitCode()
        messages = running.messages
    }
}
