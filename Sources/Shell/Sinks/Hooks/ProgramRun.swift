package import Loop
import NowPlaying
import Support

/// A run of a program: its input is given, and what it writes is read and dropped.
///
/// Nothing waits for it. It has as little of the program's own environment as programs need.
package final class ProgramRun {
    /// A program that writes more is ended.
    private static let outputMax = 1 << 20
    /// The bytes of its output that are kept for messages: the last.
    private static let keptBytes = 1_024

    private let name: String
    private let ended: (RunOutcome) -> Void
    private var process: ChildProcess?
    private var output: [UInt8] = []
    private var outputCount = 0
    private var isTooLong = false

    /// Starts a program.
    ///
    /// - Parameter ended: Hears once how it ended, never before this returns.
    package init(
        _ arguments: [String], input: [UInt8], variables: [String], on loop: EventLoop,
        ended: @escaping (RunOutcome) -> Void
    ) {
        self.ended = ended
        name = arguments.first ?? ""
        var program = ChildProgram(arguments)
        program.input = input
        program.environment = Self.inherited + variables
        program.isTask = true
        do throws(EventLoopError) {
            process = try loop.run(program) { [weak self] in
                self?.take($0)
            } ended: { [self] in
                process = nil
                self.ended(outcome(of: $0))
            }
        } catch {
            loop.atEndOfTurn { ended(.failed(RunFailure("\(error)"))) }
        }
    }

    /// Ends it, and all that it has started.
    package func abort() { process?.terminate() }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        outputCount += bytes.count
        output = Array((output + bytes.suffix(Self.keptBytes)).suffix(Self.keptBytes))
        guard outputCount > Self.outputMax, !isTooLong else { return }
        isTooLong = true
        abort()
    }

    private func outcome(of exit: ChildProcess.Exit) -> RunOutcome {
        if isTooLong {
            return .failed(RunFailure("it wrote more than \(Self.outputMax >> 20) MiB"))
        }
        switch exit {
        case .status(0): return .succeeded
        case .status(let status):
            return .failed(RunFailure("it ended with status \(status)" + lastWords))
        case .notStarted(let error):
            return .failed(RunFailure("cannot start \(name): \(systemMessage(error))"))
        case .signal(let number):
            return .failed(RunFailure("it was ended by signal \(number)" + lastWords))
        }
    }

    /// The last line that it wrote.
    private var lastWords: String {
        let line = output.split(separator: UInt8(ascii: "\n")).last { !$0.isEmpty }
        return line.map { ": " + $0.withUnsafeBufferPointer { ForeignText($0).quotable } } ?? ""
    }

    // MARK: Environment

    /// The variables that programs are given: without them they find neither other programs, nor
    /// the user's files, language and desktop.
    private static let names = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
        "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    ]

    private static var inherited: [String] {
        names.compactMap { name in
            SystemEnvironment().variable(named: name).map { "\(name)=\($0)" }
        }
    }
}
