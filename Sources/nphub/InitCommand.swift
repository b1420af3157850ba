import ArgumentParser
import Shell
import Glibc
import Support

/// `nphub init`: a config to begin with.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a config for a station, from an address of it.",
        usage: "nphub init <URL> [<options>]",
        discussion: """
            It finds out what the address is, as `nphub probe` does, and writes a config with \
            comments about what else can be said, to where `nphub run` looks for it. A file that \
            is there already stays as it is.

            Examples:
              nphub init https://radio.example/public/radiospiral
              nphub init https://radio.example/public/radiospiral --output found.yaml
              nphub init https://radio.example/public/radiospiral --output -
            """)

    @OptionGroup var probe: ProbeArguments

    @Option(
        help: .config("Where to write; - for stdout."),
        completion: Completion.config)
    var output: String?

    func run() throws {
        try ProgramExit.reporting {
            let path = try place()
            let text = try config()
            guard let path else { return try StandardOutput.write(Array(text.utf8)) }
            try Self.write(text, to: path)
            let isUsual = output == nil
            ProgramExit.say(
                "wrote \(path); `nphub run\(isUsual ? "" : " --config \(path)")` reads it")
        }
    }

    /// The file; `nil` for stdout. Looked at before the probe, which takes its time.
    private func place() throws(ProgramFailure) -> String? {
        if output == "-" { return nil }
        let usual = ConfigurationFile.usualPath(in: SystemEnvironment())
        guard let path = output ?? usual else {
            throw ProgramFailure(.usage, "there is no home folder: --output names the file")
        }
        guard !SystemEnvironment().hasFile(at: path) else {
            throw ProgramFailure(
                .inputOutput,
                "\(path) is there already; --output names another file, and - prints the config")
        }
        return path
    }

    private func config() throws -> String {
        switch try probe.outcome() {
        case .understood(let feed, let evidence, _, _):
            return StarterConfig.text(for: feed, toldBy: evidence)
        case .incomplete(let guess):
            throw probe.failure(of: guess)
        case .ambiguous(let readings):
            throw probe.failure(between: readings)
        case .unknown(let reason, let messages):
            throw probe.failure(for: reason, after: messages)
        }
    }

    /// For its owner alone: a config may get secrets.
    private static func write(_ text: String, to path: String) throws(ProgramFailure) {
        makeFolders(above: path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ProgramFailure(.inputOutput, "cannot write \(path): \(lastSystemMessage())")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count else {
            throw ProgramFailure(.inputOutput, "cannot write \(path): \(lastSystemMessage())")
        }
    }

    /// Makes missing folders; a failure is reported when the file cannot be made.
    private static func makeFolders(above path: String) {
        for slash in path.indices.dropFirst() where path[slash] == "/" {
            mkdir(String(path[..<slash]), 0o700)
        }
    }
}
