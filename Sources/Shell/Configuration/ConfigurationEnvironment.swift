import Glibc
import Support

/// The parts of the machine that reading a config may use: its environment and its files.
public protocol ConfigurationEnvironment {
    /// An environment variable's value.
    func variable(named name: String) -> String?

    /// A whole file of at most `limit` bytes.
    func contents(ofFile path: String, limit: Int) throws(FileReadError) -> [UInt8]

    /// The paths of the files that match a pattern (glob(7)).
    func files(matching pattern: String) -> [String]

    /// The reason why a file cannot be run; `nil` if it can.
    func problem(withProgramAt path: String) -> String?
}

extension ConfigurationEnvironment {
    /// None.
    public func files(matching pattern: String) -> [String] { [] }
    /// None.
    public func problem(withProgramAt path: String) -> String? { nil }
}

/// The reason why a file's contents cannot be had.
public enum FileReadError: Error, Equatable, Sendable {
    /// The system's reason, in words.
    case unreadable(reason: String)
    /// It has more bytes than this.
    case tooLarge(limit: Int)

    fileprivate static func current() -> FileReadError {
        .unreadable(reason: lastSystemMessage())
    }
}

extension FileReadError: CustomStringConvertible {
    /// The reason, to follow a colon.
    public var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        }
    }
}

/// The machine that the program runs on.
public struct SystemEnvironment: ConfigurationEnvironment {
    /// The longest silence of a pipe, in milliseconds. A pipe whose writer sleeps must not keep a
    /// config from ever being read again.
    private static let silence: Int32 = 5_000

    /// The machine as it is.
    public init() {}

    /// An environment variable's value.
    public func variable(named name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// A whole file of at most `limit` bytes.
    public func contents(ofFile path: String, limit: Int) throws(FileReadError) -> [UInt8] {
        // A pipe without a writer would have it wait for one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .current() }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        while contents.count <= limit {
            let chunk = try Self.readChunk(from: descriptor)
            if chunk.isEmpty { return contents }
            contents += chunk
        }
        throw .tooLarge(limit: limit)
    }

    /// The path from the root, for processes with another working folder; as it is, where there is
    /// no such file.
    public func absolutePath(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// True if a path exists, readable or not.
    public func hasFile(at path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The paths of the files that match a pattern (glob(7)).
    public func files(matching pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0] }
            .map { String(cString: $0) }
    }

    /// The reason why a file cannot be run; `nil` if it can.
    public func problem(withProgramAt path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return "is not there" }
        guard status.st_mode & S_IFMT == S_IFREG else { return "is no file" }
        return access(path, X_OK) == 0 ? nil : "is not executable"
    }

    private static func readChunk(from descriptor: Int32) throws(FileReadError) -> [UInt8] {
        var failure: FileReadError?
        let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            var result: Int
            repeat {
                result = read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && mayReadAgain(descriptor)
            if result < 0 { failure = .current() }
            count = max(result, 0)
        }
        if let failure { throw failure }
        return chunk
    }

    /// True if a failed read can be repeated; waits for data from a silent pipe.
    private static func mayReadAgain(_ descriptor: Int32) -> Bool {
        guard errno == EAGAIN else { return errno == EINTR }
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, silence) > 0
    }
}
