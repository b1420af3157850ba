import Foundation

/// A program of the system that a test has started.
public final class RunningTool {
    /// The expected output did not come.
    public struct Failure: Error {
        /// The reason, or the text that came instead.
        public let description: String
    }

    /// Longer than anything takes on a loaded machine.
    private static let patience = 10.0

    private let process: ChildProcess
    private let output = Pipe()
    private let errors = Pipe()
    private var unread: [UInt8] = []

    /// Starts it, on a session bus where one is given.
    public init(_ arguments: [String], bus: String? = nil) throws {
        var environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        process = try ChildProcess(
            arguments, environment: environment,
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
    }

    deinit {
        kill()
    }

    /// Ends it at once.
    public func kill() {
        process.send(SIGKILL)
        process.waitUntilExit()
    }

    /// The next line that it prints; nil at its end.
    public func line() throws -> String? {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard try readMore(until: deadline) else { return nil }
        }
    }

    /// Waits until it says something, which begins so, on its standard error.
    public func waitForMessage(_ beginning: String) throws {
        let descriptor = errors.fileHandleForReading.fileDescriptor
        let message = try read(from: descriptor, until: Date(timeIntervalSinceNow: Self.patience))
        let text = String(decoding: message, as: UTF8.self)
        guard text.hasPrefix(beginning) else { throw Failure(description: text) }
    }

    /// Returns its output after its end, without the last end of line.
    public func outcome() throws -> (output: String, errors: String, code: Int32) {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while try readMore(until: deadline) {}
        let errors = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            String(decoding: unread, as: UTF8.self).trimmingCharacters(in: .newlines),
            String(decoding: errors, as: UTF8.self).trimmingCharacters(in: .newlines),
            process.exitCode
        )
    }

    private func readMore(until deadline: Date) throws -> Bool {
        let chunk = try read(from: output.fileHandleForReading.fileDescriptor, until: deadline)
        unread += chunk
        return !chunk.isEmpty
    }

    /// Returns the bytes that are there. A `FileHandle` waits for all bytes of a request.
    private func read(from descriptor: Int32, until deadline: Date) throws -> [UInt8] {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(max(0, deadline.timeIntervalSinceNow * 1_000))
        guard poll(&waiting, 1, milliseconds) == 1 else {
            throw Failure(description: "nothing was printed in time")
        }
        return [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
